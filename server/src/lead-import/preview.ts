import { importMessages as say, importFields, maxImportRows, type ImportPreview } from '@zhenyue/contract'
import type { Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import { badRequest } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { breathe, readCsv } from './csv.ts'
import { leadIn, phonesIn, recognise } from './rows.ts'
import { insertImport, insertRows, knownLeads, openPreview } from './store.ts'

const batch = 200
const mostSamples = 5
const mostFaults = 100

interface Line {
  number: number
  cells: string[]
}

/** Counted before anything is kept. */
async function linesOf(bytes: Uint8Array): Promise<{ headers: string[]; lines: Line[] }> {
  const lines: Line[] = []
  for await (const some of readCsv(bytes)) {
    lines.push(...some)
    if (lines.length > maxImportRows + 1) throw badRequest(say.tooManyRows)
  }
  const headers = lines.shift()?.cells ?? []
  if (lines.length === 0) throw badRequest(say.empty)
  return { headers, lines }
}

/** Keeps what a file holds, and says what would come of it; no lead is written. */
export async function preview(db: Db, time: Time, bytes: Uint8Array, actor: Actor): Promise<ImportPreview> {
  const { headers, lines } = await linesOf(bytes)
  const mapping = recognise(headers)
  const id = await insertImport(db, time, headers, actor)
  const counts = { fresh: 0, duplicate: 0, invalid: 0 }
  const faults: ImportPreview['faults'] = []
  const inFile = new Set<string>()

  for (let i = 0; i < lines.length; i += batch) {
    const some = lines.slice(i, i + batch).map((line) => ({ ...line, lead: leadIn(line.cells, mapping) }))
    const phones = some.flatMap(({ lead }) => (typeof lead === 'string' ? [] : [lead.phone]))
    const known = await knownLeads(db, phones)
    const rows = some.map(({ number, cells, lead }) => {
      const fault = typeof lead === 'string' ? lead : faultOf(`${lead.phone} ${lead.source}`, known)
      counts[fault === '' ? 'fresh' : typeof lead === 'string' ? 'invalid' : 'duplicate']++
      if (fault !== '' && faults.length < mostFaults) faults.push({ row: number, message: fault })
      return { row: number, cells: JSON.stringify(cells), phones: phonesIn(cells), fault }
    })
    await insertRows(db, id, rows)
    await breathe()
  }
  await openPreview(db, time, id, lines.length, actor)
  return {
    id: `import-${id}`,
    rows: lines.length,
    ...counts,
    columns: headers.map((header, index) => ({
      header,
      field: importFields.find((field) => mapping[field] === index) ?? '',
    })),
    samples: lines.slice(0, mostSamples).map(({ cells }) => cells),
    faults,
  }

  function faultOf(key: string, known: Set<string>): string {
    if (known.has(key)) return say.duplicate
    if (inFile.has(key)) return say.repeated
    inFile.add(key)
    return ''
  }
}
