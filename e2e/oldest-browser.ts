/**
 * For a page that is to find what the oldest browsers have that the clients are built for, Chromium 109 and
 * Safari 15.4, and nothing that came later.
 */
export function forgetNewer() {
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()))
  const later: [object, string[]][] = [
    [URL, ['canParse', 'parse']],
    [URLSearchParams.prototype, ['size']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['try', 'withResolvers']],
    [AbortSignal, ['any', 'timeout']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [
      iterators,
      ['map', 'filter', 'find', 'some', 'every', 'flatMap', 'forEach', 'reduce', 'take', 'toArray'],
    ],
  ]
  for (const [owner, names] of later) for (const name of names) Reflect.deleteProperty(owner, name)
  // It asks only where `returnValue` is set.
  BeforeUnloadEvent.prototype.preventDefault = () => {}
  // The build turns such expressions into calls.
  const refuse = (source: unknown) => {
    if (/\(\?<[=!]/.test(String(source))) throw new SyntaxError('Safari 15 knows no lookbehind')
  }
  globalThis.RegExp = new Proxy(RegExp, {
    apply(target, self, [source, ...flags]) {
      refuse(source)
      return Reflect.apply(target, self, [source, ...flags])
    },
    construct(target, [source, ...flags], made) {
      refuse(source)
      return Reflect.construct(target, [source, ...flags], made) as RegExp
    },
  })
}
