/** Where the person is. The state goes with the entry in the history, never into the address. */
export interface Place {
  path: string
  state?: unknown
}

/** What an entry in the history holds. */
interface Entry {
  /** The entry before it is one of ours. */
  inside: boolean
  state: unknown
}

const entryNow = () => history.state as Entry | null

export const placeNow = (): Place => ({ path: location.pathname, state: entryNow()?.state })

let listener: (place: Place) => void = () => {}

export function whenPlaceChanges(to: typeof listener) {
  listener = to
  addEventListener('popstate', () => listener(placeNow()))
}

export function navigate(
  path: string,
  { replace = false, state }: { replace?: boolean; state?: unknown } = {},
) {
  const entry: Entry = { inside: replace ? entryNow()?.inside === true : true, state }
  history[replace ? 'replaceState' : 'pushState'](entry, '', path)
  listener(placeNow())
}

/** Back to where the person came from within the client, or else to a screen that makes sense. */
export function goBack(instead: string) {
  if (entryNow()?.inside) history.back()
  else navigate(instead, { replace: true })
}
