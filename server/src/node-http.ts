// To import node:http loads node's fetch with it, for its names: 14 MB and 80 ms of each start that nothing here needs.
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
