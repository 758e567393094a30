/** A filter as the audit log may keep it: how many rows were chosen, not which, and no more digits than a mask shows. */
export const shownFilter = <F extends { ids?: string[] | undefined; phoneEnd?: string | undefined }>({
  ids,
  phoneEnd,
  ...filter
}: F) => ({
  ...filter,
  ...(ids && { chosen: ids.length }),
  ...(phoneEnd && { phoneEnd: `****${phoneEnd.slice(-4)}` }),
})
