import fc from 'fast-check'

/** Text of any code points, lone surrogates included. The library's own keeps a table of all 1,114,112: five seconds. */
export const anyCodePoints = (length: fc.ArrayConstraints) =>
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), length).map((points) => String.fromCodePoint(...points))
