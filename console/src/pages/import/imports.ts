import type { ImportPreview, LeadImport } from '@zhenyue/contract'
import { queries } from '../../app/api.ts'
import { addressOf, navigate } from '../../app/router.ts'

export const importKey = (id: string) => ['import', id]
const previewKey = (id: string) => ['import-preview', id]

/** Until the page is loaded anew: it holds rows of the file, which are kept nowhere in the browser. */
export const keptPreview = (id: string) => queries.getQueryData<ImportPreview>(previewKey(id))

export function openPreview(preview: ImportPreview) {
  queries.setQueryDefaults(previewKey(preview.id), { gcTime: Infinity })
  queries.setQueryData(previewKey(preview.id), preview)
  navigate(addressOf('/import', { id: preview.id }))
}

/** What the service answered is shown at once. */
export const showImport = (one: LeadImport) => queries.setQueryData(importKey(one.id), one)
