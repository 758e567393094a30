import type { SelfTestChoices, SelfTestDocument } from '@zhenyue/contract'

/** Invented answers to the self-test: the more trouble, from 0 to 1, the more complaints. Few are emergencies. */
export function inventAnswers(
  { questions }: SelfTestDocument,
  trouble: number,
  chance: (p: number) => boolean,
  below: (n: number) => number,
): SelfTestChoices {
  const choices: Record<string, string[]> = {}
  for (const { id, kind, options, stopIfAny } of questions) {
    if (kind === 'one') {
      const place = (below(100) / 100) ** 2 * (0.5 + trouble)
      choices[id] = [options[Math.min(options.length - 1, Math.floor(place * options.length))]!.id]
      continue
    }
    const likely = stopIfAny ? 0.001 : trouble ** 2 * 0.1
    const chosen = options.filter(({ only }) => !only && chance(likely))
    choices[id] = (chosen.length > 0 ? chosen : options.slice(-1)).map((option) => option.id)
  }
  return choices
}
