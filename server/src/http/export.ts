import { Readable } from 'node:stream'
import { exportMessages, exportTypes, type ExportFormat } from '@zhenyue/contract'
import type { FastifyReply } from 'fastify'
import { toCsv } from './csv.ts'
import { Refusal } from './errors.ts'
import type { Table } from './table.ts'
import { toXlsx } from './xlsx.ts'

declare module 'fastify' {
  interface FastifyInstance {
    exports: Exports
  }
}

const writers = { csv: toCsv, xlsx: toXlsx }
const mostAtOnce = 2
const seconds = 5

/** Sends tables as files, as fast as they are read and no faster, and only a few at once. */
export class Exports {
  /** How many are being made. */
  running = 0

  /** `open` is called once there is room; what it answers is read until the end, or until the caller leaves. */
  async send(
    reply: FastifyReply,
    { name, format }: { name: string; format: ExportFormat },
    open: () => Promise<Table>,
  ): Promise<Readable> {
    if (this.running >= mostAtOnce) throw new Refusal(503, exportMessages.tooMany, seconds)
    this.running++
    try {
      const bytes = writers[format](await open())
      const stream = Readable.from(bytes, { objectMode: false })
      stream.once('close', () => this.running--)
      // Whoever left while the table was opened.
      if (reply.raw.destroyed) stream.destroy()
      reply.header('content-type', exportTypes[format])
      reply.header('content-disposition', `attachment; filename="${name}.${format}"`)
      return stream
    } catch (error) {
      this.running--
      throw error
    }
  }
}
