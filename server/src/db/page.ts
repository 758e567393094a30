interface Limits {
  limit: number
  offset: number
}

/** How many rows a list has. Counted only where its page does not tell: one that is not full is the last. */
export async function totalOf(
  page: unknown[],
  { limit, offset }: Limits,
  count: () => Promise<number>,
): Promise<number> {
  const isLast = page.length < limit && (page.length > 0 || offset === 0)
  return isLast ? offset + page.length : count()
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
