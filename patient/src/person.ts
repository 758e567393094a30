/** A phone number as people write it: with spaces, hyphens, full-width digits or a +86 in front. */
export const plainDigits = (text: string) =>
  text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))

export const plainPhone = (text: string) =>
  plainDigits(text)
    .replace(/[\s\u3000()()\-–—]/g, '')
    .replace(/^(?:\+|00)86(?=1)/, '')
