// What `@zhenyue/contract/client` is in the package: the client together with the operations.
export * from './client.ts'
export { api } from './operations.ts'
