import type { Lead } from '@zhenyue/contract'

// The contract has the list too, but not without its schemas.
export const leadSources: Lead['source'][] = ['self-test', 'home', 'appointment', 'other']
