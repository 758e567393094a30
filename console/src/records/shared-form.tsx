import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tell, tellFault, warn } from '../app/feedback.tsx'
import { useKeys } from '../app/keys.ts'
import { SaveBar } from '../ui/save-bar.tsx'
import { Conflict } from './conflict.tsx'

interface SharedDocument<T extends object> {
  values: T | undefined
  stored: T | undefined
  isDirty: boolean
  conflicts: (keyof T & string)[]
  reset(parts?: (keyof T & string)[]): void
  save(overwrite: boolean): Promise<'saved' | 'conflict'>
}

/** A shared document that is saved as a whole. */
export function SharedForm<T extends object>({
  of: document,
  kind,
  words,
  mayBeSaved = () => true,
  onSaved = () => {},
  differences,
  children,
}: {
  of: SharedDocument<T>
  kind: string
  words: { save: string; saveHint: string; saved: string; conflict: string }
  /** Says why not, where it may not. */
  mayBeSaved?: () => boolean
  onSaved?: () => void
  /** Of the two versions, where the fields one by one would say little. */
  differences?: ReactNode
  children: ReactNode
}) {
  const { isDirty, conflicts, reset, save } = document
  const isBlocked = conflicts.length > 0
  const saving = useMutation({
    mutationFn: (overwrite: boolean) => save(overwrite),
    onSuccess(outcome) {
      if (outcome === 'conflict') return warn(words.conflict)
      tell(words.saved)
      onSaved()
    },
    onError: tellFault,
  })
  const submit = () => {
    if (isDirty && !saving.isPending && !isBlocked && mayBeSaved()) saving.mutate(false)
  }
  useKeys({ 'mod+s': submit })
  return (
    <>
      {isBlocked && (
        <Conflict
          title={words.conflict}
          kind={kind}
          of={{ ...document, reset: () => reset(conflicts) }}
          overwrite={() => saving.mutate(true)}
        >
          {differences}
        </Conflict>
      )}
      {children}
      <SaveBar
        hint={words.saveHint}
        isDirty={isDirty}
        isBlocked={isBlocked}
        isSaving={saving.isPending}
        reset={() => reset()}
        save={submit}
      >
        {words.save}
      </SaveBar>
    </>
  )
}
