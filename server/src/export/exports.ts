import { Readable } from 'node:stream'
import { exportMessages, exportTypes, type ExportFormat } from '@zhenyue/contract'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../http/errors.ts'
import { toCsv } from './csv.ts'
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

export interface ExportFile {
  /** In ASCII, for those who cannot read the title. */
  name: string
  title: string
  /** The day of the export, for both. */
  day: string
  format: ExportFormat
}

const disposition = ({ name, title, day, format }: ExportFile) =>
  `attachment; filename="${name}-${day}.${format}"; filename*=UTF-8''${encodeURIComponent(`${title}-${day}.${format}`)}`

/** Sends tables as files, as fast as they are read and no faster, and only a few at once. */
export class Exports {
  /** How many are being made. */
  running = 0

  /** `open` is called once there is room; what it answers is read until the end, or until the caller leaves. */
  async send(reply: FastifyReply, file: ExportFile, open: () => Promise<Table>): Promise<Readable> {
    if (this.running >= mostAtOnce) throw new Refusal(503, exportMessages.tooMany, seconds)
    this.running++
    try {
      const bytes = writers[file.format](await open())
      const stream = Readable.from(bytes, { objectMode: false })
      stream.once('close', () => this.running--)
      // Whoever left while the table was opened.
      if (reply.raw.destroyed) stream.destroy()
      reply.header('content-type', exportTypes[file.format])
      reply.header('content-disposition', disposition(file))
      return stream
    } catch (error) {
      this.running--
      throw error
    }
  }
}
