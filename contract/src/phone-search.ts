/** What someone who looks for a phone number means, however it is written: `139 0000 2571`, `+86 139-0000-2571`, `２５７１`. */
export function phoneSearched(text: string): { phone: string } | { phoneEnd: string } | undefined {
  const digits = text
    .normalize('NFKC')
    .replace(/[\s()（）\u2010-\u2015-]/g, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
  if (/^1[3-9]\d{9}$/.test(digits)) return { phone: digits }
  return /^\d{4,10}$/.test(digits) ? { phoneEnd: digits } : undefined
}
