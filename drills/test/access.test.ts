import { access } from '../access/all.ts'
import { testQuickly } from './quick.ts'

testQuickly(access)
