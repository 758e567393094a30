/** Outside of https there is no clipboard to write to; a selection can still be copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const focused = document.activeElement as HTMLElement | null
    const area = document.createElement('textarea')
    area.value = text
    area.setAttribute('readonly', '')
    area.className = 'unseen'
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    focused?.focus({ preventScroll: true })
    return done
  }
}
