import type { Drill } from '../drill.ts'
import { flood } from './flood.ts'
import { guessing } from './guessing.ts'
import { loginFlood } from './login-flood.ts'
import { overload } from './overload.ts'
import { slowClients } from './slow-clients.ts'
import { pageViews } from './page-views.ts'
import { staffPictures } from './staff-pictures.ts'

export const pressure: Record<string, Drill> = {
  overload,
  slowClients,
  flood,
  guessing,
  loginFlood,
  pageViews,
  staffPictures,
}
