import { api, importMessages as say, type ImportMapping } from '@zhenyue/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scanInBatches } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import { tableOf, type Column } from '../export/table.ts'
import { badRequest, conflict, notFound, Refusal } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { preview } from './preview.ts'
import { recognise } from './rows.ts'
import {
  beginCommit,
  beginRevert,
  findImport,
  readRows,
  recordRejected,
  toImport,
  type FileRow,
  type ImportRow,
} from './store.ts'

function fileOf({ headers, body }: FastifyRequest): Buffer {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  if (encoding !== 'identity' || !/^text\/csv\s*(;|$)/i.test(type)) throw new Refusal(415, say.notCsv)
  return (body ?? Buffer.alloc(0)) as Buffer
}

/** As it was wished, or as the headers tell. */
function mappingOf(wished: ImportMapping | undefined, headers: string[]): ImportMapping {
  const mapping = wished ?? recognise(headers)
  if (mapping.name === undefined || mapping.phone === undefined) throw badRequest(say.unmapped)
  if (Object.values(mapping).some((column) => column !== undefined && column >= headers.length)) {
    throw badRequest(say.mapping)
  }
  return mapping
}

export function leadImportRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  async function found(id: string): Promise<ImportRow> {
    const row = await findImport(db, id)
    if (!row) throw notFound(say.notFound)
    return row
  }

  route(app, api.leadImports.preview, ({ caller }, request) =>
    preview(db, time, fileOf(request), caller.actor),
  )

  route(app, api.leadImports.read, async ({ params }) => toImport(await found(params.id), time))

  route(app, api.leadImports.commit, async ({ params, body, caller }) => {
    const wish = {
      mapping: (headers: string[]) => mappingOf(body.mapping, headers),
      consent: body.consent,
    }
    const begun = await beginCommit(db, time, params.id, wish, caller.actor)
    if (!begun) throw notFound(say.notFound)
    if (typeof begun === 'string') throw conflict(say[begun])
    return toImport(begun, time)
  })

  route(app, api.leadImports.rejected, async ({ params, caller }, _request, reply) => {
    const row = await found(params.id)
    const file = {
      name: 'rejected',
      title: '未导入的行',
      day: time.dayOf(time.now()),
      format: 'csv',
    } as const
    return app.exports.send(reply, file, async () => {
      const { refused } = toImport(row, time)
      await recordRejected(db, time, params.id, refused, caller.actor)
      const rows = scanInBatches<FileRow>((after, limit) =>
        readRows(reports, row.id, after?.row ?? 0, limit, true),
      )
      return tableOf(rejectedColumns(JSON.parse(row.headers)), rows)
    })
  })

  route(app, api.leadImports.revert, async ({ params, caller }) => {
    const begun = await beginRevert(db, time, params.id, caller.actor)
    if (!begun) throw notFound(say.notFound)
    if (typeof begun === 'string') throw conflict(say[begun])
    return toImport(begun, time)
  })
}

/** As the file has it, with the number of the row and the reason in front. */
const rejectedColumns = (headers: string[]): Column<FileRow>[] => [
  { title: '行号', width: 8, value: ({ row }) => row },
  { title: '原因', width: 30, value: ({ fault }) => fault },
  ...headers.map((title, index) => ({
    title,
    width: 20,
    value: ({ cells }: FileRow) => (JSON.parse(cells) as string[])[index] ?? '',
  })),
]
