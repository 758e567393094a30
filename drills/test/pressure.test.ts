import { pressure } from '../pressure/all.ts'
import { testQuickly } from './quick.ts'

testQuickly(pressure)
