interface Limits {
  limit: number
  offset: number
}

/**
 * A page of a list, and how many rows the list has: told by a first page that is not full, else counted. Where the
 * page is further on, both take their time and are done side by side.
 */
export async function readPage<Row>(
  { limit, offset }: Limits,
  read: () => Promise<Row[]>,
  count: () => Promise<number>,
): Promise<{ rows: Row[]; total: number }> {
  const [rows, counted] = await Promise.all([read(), offset > 0 ? count() : undefined])
  return { rows, total: counted ?? (rows.length < limit ? rows.length : await count()) }
}

/** So many rows are read in one go: more would hold the event loop while they are turned into text. */
const batch = 100

/** Every row, some at a time. `read` gives the rows that come after a row. */
export async function* scanInBatches<Row>(
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last, batch)
    yield rows
    if (rows.length < batch) return
    last = rows.at(-1)
  }
}
