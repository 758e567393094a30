import { importMessages as say } from '@zhenyue/contract'
import { badRequest } from '../http/errors.ts'

/** Bytes that are read in one go: others are served in between. */
const portion = 128 * 1024
const longestRow = 64 * 1024
const mostCells = 200

export const breathe = () => new Promise<void>((over) => setImmediate(over))

async function* texts(bytes: Uint8Array, encoding: string): AsyncGenerator<string> {
  // A mark at the beginning is taken away by the decoder.
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < bytes.length; at += portion) {
    yield decoder.decode(bytes.subarray(at, at + portion), { stream: true })
    await breathe()
  }
  yield decoder.decode()
}

async function canBe(bytes: Uint8Array, encoding: string): Promise<boolean> {
  try {
    for await (const _ of texts(bytes, encoding));
    return true
  } catch {
    return false
  }
}

/** The rows of a file, some at a time; blank ones are left out. */
export async function* readCsv(bytes: Uint8Array): AsyncGenerator<{ number: number; cells: string[] }[]> {
  const encodings = ['utf-8', 'gb18030']
  let encoding: string | undefined
  for (const one of encodings) if (!encoding && (await canBe(bytes, one))) encoding = one
  if (!encoding) throw badRequest(say.encoding)
  const rows = new Rows()
  for await (const text of texts(bytes, encoding)) {
    rows.read(text)
    yield rows.take()
  }
  rows.end()
  yield rows.take()
}

/** Cells with commas between them, some in quotes, with a quote written twice. */
class Rows {
  #done: { number: number; cells: string[] }[] = []
  #number = 0
  #cells: string[] = []
  #cell = ''
  #length = 0
  #isQuoted = false
  /** After a quote within quotes: it ends them, or is one of two. */
  #isAfterQuote = false

  read(text: string) {
    let begin = 0
    for (let i = 0; i < text.length; i++) {
      const sign = text[i]!
      if (this.#isAfterQuote) {
        this.#isAfterQuote = false
        if (sign === '"') {
          begin = i
          continue
        }
        this.#isQuoted = false
      }
      const isSpecial = this.#isQuoted ? sign === '"' : sign === ',' || sign === '\n' || sign === '"'
      if (!isSpecial) continue
      this.#add(text.slice(begin, i))
      begin = i + 1
      if (this.#isQuoted) this.#isAfterQuote = true
      else if (sign === ',') this.#endCell()
      else if (sign === '\n') this.#endRow()
      // Elsewhere than at the beginning of a cell it is a sign like any other.
      else if (this.#cell === '') this.#isQuoted = true
      else this.#add('"')
    }
    this.#add(text.slice(begin))
  }

  end() {
    if (this.#cell !== '' || this.#cells.length > 0) this.#endRow()
  }

  take() {
    const done = this.#done
    this.#done = []
    return done
  }

  #add(text: string) {
    this.#length += text.length
    if (this.#length > longestRow) throw badRequest(say.rowTooLong(this.#number + 1))
    this.#cell += text
  }

  #endCell() {
    if (this.#cells.length === mostCells) throw badRequest(say.rowTooLong(this.#number + 1))
    this.#cells.push(this.#cell.trim())
    this.#cell = ''
  }

  #endRow() {
    this.#endCell()
    const number = ++this.#number
    if (this.#cells.some((cell) => cell !== '')) this.#done.push({ number, cells: this.#cells })
    this.#cells = []
    this.#length = 0
    this.#isQuoted = false
  }
}
