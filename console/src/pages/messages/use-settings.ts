import type { MessageSettings, ShownMessageSettings } from '@zhenyue/contract'
import { api, callTagged } from '../../app/api.ts'
import { sharedDocument } from '../../records/shared-document.ts'

export const useSettings = sharedDocument<MessageSettings, ShownMessageSettings>({
  queryKey: ['message-settings'],
  read: () => callTagged(api.messages.settings),
  write: ({ provider: _, ...body }, etag) =>
    callTagged(api.messages.saveSettings, { body, headers: { 'if-match': etag } }),
})
