/** 0 too short, 1 weak, 2 fair, 3 good, 4 strong. Length counts most. */
export function strengthOf(password: string): 0 | 1 | 2 | 3 | 4 {
  const length = [...password].length
  if (length < 8) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  if (different < 5 || /^\d+$/.test(password)) return 1
  const points = (length >= 12 ? 1 : 0) + (length >= 16 ? 1 : 0) + (kinds >= 2 ? 1 : 0) + (kinds >= 3 ? 1 : 0)
  return Math.min(4, 1 + points) as 1 | 2 | 3 | 4
}
