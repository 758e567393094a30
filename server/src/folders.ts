// The sources and what is built of them lie side by side in the folder of the server.

const here = new URL('.', import.meta.url)
const isBuilt = here.pathname.endsWith('/dist/')

export const serverFolder = new URL('../', here)
export const assetsFolder = new URL('assets/', serverFolder)
/** Of the patient client and the console, as built. */
export const patientFolder = new URL('../patient/dist/', serverFolder)
export const consoleFolder = new URL('../console/dist/', serverFolder)

export type ThreadProgram = 'writer' | 'report'

/** What a thread of SQLite runs. */
export const threadProgram = (name: ThreadProgram) =>
  new URL(isBuilt ? `${name}.js` : `db/sqlite/${name}.ts`, here)
