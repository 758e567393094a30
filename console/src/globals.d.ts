declare module '*.css'
declare module 'dayjs/locale/zh-cn'

declare module 'virtual:endpoints' {
  // Typed as the contract has them; of each only method and path are there.
  export { api } from '@zhenyue/contract'
}
