import { faults } from '../faults/all.ts'
import { testQuickly } from './quick.ts'

testQuickly(faults)
