import { picturePath } from '@zhenyue/contract'

/** The names of the uploaded pictures that a document shows, however deep they stand in it. */
export function picturesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const name = picturePath.exec(value)?.[1]
    return name === undefined ? [] : [name]
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(picturesIn) : []
}
