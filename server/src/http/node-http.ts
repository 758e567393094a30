/** To import it would bring in all that it exports: with its WebSocket a whole client, 50 ms of every start. */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
