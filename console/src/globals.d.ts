declare module '*.css'
declare module 'dayjs/locale/zh-cn'

declare module 'virtual:endpoints' {
  // Typed as the contract has them; of each only method, path and who may call are there.
  export { api } from '@zhenyue/contract'
}
