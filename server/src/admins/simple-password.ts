import { adminMessages } from '@zhenyue/contract'
import { badRequest } from '../http/errors.ts'

/** Common in a hospital in China, and missing from the list or far down in it: that was drawn from other countries' leaks. */
const alsoCommon = [
  'admin',
  'administrator',
  'root',
  'guanliyuan',
  'mima',
  'wodemima',
  'woaini',
  'woaini1314',
  'woaini520',
  'woaini521',
  '5201314',
  '5201314520',
  '1314520',
  '1314520520',
  'aa123456',
  'huawei',
  'yiyuan',
  'yisheng',
  'hushi',
  'hospital',
  'doctor',
  'nurse',
  'welcome',
  'test',
]
const productNames = ['zhenyue', '诊约']

/** Longer ones are no common password in any disguise, and would take long to look at. */
const longestDisguise = 32
/** A common password and a digit or two, or a year; more for those at the top of the list. */
const fewGuesses = 3e4
/** What four characters at random take. */
const littleElse = 1e4

type Estimate = (text: string, names: string[]) => { guesses: number; sequence: Part[] }
interface Part {
  pattern: string
  token: string
}

let loading: Promise<{ estimate: Estimate; common: Set<string> }> | undefined

/** The list is large and seldom needed, so it is loaded when first asked for. */
async function load() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const common = dictionary['passwords-common'] as string[]
  const zxcvbn = new ZxcvbnFactory({ dictionary: { alsoCommon, common }, graphs: adjacencyGraphs })
  const estimate: Estimate = (text, names) => zxcvbn.check(text, names)
  return { estimate, common: new Set([...alsoCommon, ...common]) }
}

const withoutSymbols = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Between two letters a symbol may stand for a letter. */
const withoutSeparators = (text: string) =>
  text.replace(/(?<!\p{L})[^\p{L}\p{N}]|[^\p{L}\p{N}](?!\p{L})/gu, '')

/** Three letters or digits in a row that follow no pattern and stand in no list. */
const isOriginal = ({ pattern, token }: Part) =>
  pattern === 'bruteforce' && [...withoutSymbols(token)].length > 2

/** Blank, one character repeated, made of a name, or a common password in a usual disguise; nothing else. */
export async function isSimple(password: string, username: string): Promise<boolean> {
  const text = password.normalize('NFKC').toLowerCase()
  if (/^[\s\p{C}]*$/u.test(text) || new Set(text).size === 1) return true

  const { estimate, common } = await (loading ??= load())
  const bare = withoutSymbols(text)
  const names = [username, ...productNames]
    .map((name) => withoutSymbols(name.normalize('NFKC').toLowerCase()))
    .filter((name) => [...name].length > 1)
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), bare)
  const isShort = [...rest].length <= longestDisguise
  if (rest !== bare && isShort && estimate(rest, []).guesses < littleElse) return true

  if (common.has(text) || common.has(bare)) return true
  if ([...text].length > longestDisguise) return false
  return [text, bare, withoutSeparators(text)].some((form) => {
    const { guesses, sequence } = estimate(form, names)
    const hasWord = sequence.some(({ pattern }) => pattern === 'dictionary' || pattern === 'repeat')
    return guesses < fewGuesses && hasWord && !sequence.some(isOriginal)
  })
}

export async function refuseSimple(password: string, username: string): Promise<void> {
  if (await isSimple(password, username)) throw badRequest(adminMessages.passwordSimple)
}
