import { createStore } from './store.ts'

const query = matchMedia('(max-width: 720px)')

/** Whether the window is as narrow as a phone: lists are cards then, and filters a sheet. */
export const phoneWidth = createStore(query.matches)
query.addEventListener('change', ({ matches }) => phoneWidth.set(matches))
