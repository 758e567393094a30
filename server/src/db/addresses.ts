/** The addresses in a URL that may name several hosts, as PostgreSQL's own programs take it: one URL for each. */
export function addressesIn(url: string): string[] {
  const [, before, hosts, after] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  return (hosts ?? '').split(',').map((host) => `${before}${host}${after}`)
}
