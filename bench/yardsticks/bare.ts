import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from '../requests.ts'

// The least that node:http can do: it sends one answer to whatever is asked, and parses a body that comes with it.

let status = 200
let headers: string[] = []
let body: Buffer = Buffer.alloc(0)

const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(status, headers).end(body)
    return
  }
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    JSON.parse(Buffer.concat(parts).toString())
    response.writeHead(status, headers).end(body)
  })
})

const tellPort = () => process.send!({ port: (server.address() as AddressInfo).port })

process.on('message', (answer: Answer) => {
  status = answer.status
  headers = answer.headers
  body = Buffer.from(answer.body, 'base64')
  if (server.listening) tellPort()
  else server.listen(0, '127.0.0.1', tellPort)
})
process.on('disconnect', () => process.exit())
