import { fastify } from 'fastify'

const app = fastify({ logger: true })
app.get('/livez', async () => ({ code: 0, message: 'ok' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
