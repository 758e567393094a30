/**
 * For what scrolls sideways: a control that the keyboard comes to is shown whole. Chromium lets it be once 32 px of
 * it are seen.
 */
export function showWhole({ key, target }: KeyboardEvent) {
  if (!/^(Tab|Arrow)/.test(key)) return
  const control = target as Element
  const shown = control.closest('label') ?? control
  shown.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
