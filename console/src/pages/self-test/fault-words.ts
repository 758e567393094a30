import type { SelfTestContent } from '@zhenyue/contract/self-test/document'
import { selfTestLevelLabels, type SelfTestLevel } from '@zhenyue/contract/self-test/document'
import type { SelfTestFault } from '@zhenyue/contract/self-test/safety'
import { language, labelOf, textOf, type Label } from '../../app/i18n.ts'
import { selfTestFieldLabels as labels, type SelfTestField } from '../../records/self-test-words.ts'
import { departmentInWords } from '../../ui/self-test-department.ts'
import { flagIn, nameIn } from './words.ts'

type Say = (...parts: string[]) => Label

/** What the checks say, as staff are told it. `f` is a flag, `n` an option or question, `l` a level. */
function wordsFor(content: SelfTestContent): [RegExp, Say][] {
  const f = (id: string) => flagIn(content, id)
  const n = (id: string) => nameIn(content, id)
  const l = (id: string) => labelOf(selfTestLevelLabels, id as SelfTestLevel)
  const result = (text: string) => {
    const [level, score, department = ''] = text.split(' ')
    return `${l(level!)} ${score} ${departmentInWords(department as '')}`
  }
  const say = (zh: string, en: string) => () => ({ zh, en })
  return [
    [/^编号 (\S+) 重复$/, (id) => ({ zh: `编号 ${id} 用了两次`, en: `The id ${id} is used twice` })],
    [/^条件格式不正确 只能/, say('请把显示条件写完整', 'Please complete the condition')],
    [/^条件格式不正确/, say('请把条件写完整', 'Please complete the condition')],
    [
      /^条件引用了未知的编号 (\S+) 只能/,
      (id) => ({ zh: `“${n(id!)}”不在前面的问题里`, en: `“${n(id!)}” is not asked before this question` }),
    ],
    [
      /^条件引用了未知的编号 (\S+)/,
      (id) => ({ zh: `条件里的“${id}”已经没有了，请去掉`, en: `“${id}” is no longer there, please drop it` }),
    ],
    [/^条件仅支持/, say('条件看不懂，请重新设置', 'The condition cannot be read, please set it anew')],
    [
      /^问题需为 1-(\d+)/,
      (most) => ({ zh: `请保留 1～${most} 个问题`, en: `Please keep 1 to ${most} questions` }),
    ],
    [
      /^选项需为 1-(\d+)/,
      (most) => ({ zh: `请保留 1～${most} 个选项`, en: `Please keep 1 to ${most} options` }),
    ],
    [/分值需为非负整数$/, say('请填 0 或更大的整数', 'Please enter a whole number from 0')],
    [
      /^标记 (\S+) 不存在$/,
      (id) => ({ zh: `标记“${id}”已经没有了，请去掉`, en: `The flag “${id}” is gone` }),
    ],
    [
      /^多选题须有/,
      say(
        '多选题要有一个“都没有”一类的单独选项',
        'A question of several needs an option like “none of these”',
      ),
    ],
    [/^级别须依次为/, say('请保留全部五个级别，从轻到重', 'Please keep all five levels in their order')],
    [
      /^各级别的分数段/,
      say(
        '分数段请从 0 起逐级升高，不重叠，不超过 100',
        'The bands have to rise from 0 to 100 without overlap',
      ),
    ],
    [/^规则须写明来源$/, say('请写明来源', 'Please name a source')],
    [
      /^来源 (\S+) 不存在$/,
      (id) => ({ zh: `来源“${id}”已经没有了，请去掉`, en: `The source “${id}” is gone` }),
    ],
    [/^中文必填$/, say('请填写中文', 'Please enter the Chinese')],
    [/^英文必填$/, say('请填写英文', 'Please enter the English')],
    [
      /^锁定的标记 (\S+) 不能删除$/,
      (id) => ({ zh: `请保留锁定的标记“${f(id!)}”`, en: `The locked flag “${f(id!)}” has to stay` }),
    ],
    [
      /^标记 (\S+) 不能解除锁定$/,
      (id) => ({ zh: `标记“${f(id!)}”不能解除锁定`, en: `The flag “${f(id!)}” stays locked` }),
    ],
    [
      /^标记 (\S+) 的最低级别不能低于 (\S+)$/,
      (id, level) => ({
        zh: `标记“${f(id!)}”最低是“${l(level!)}”`,
        en: `The flag “${f(id!)}” is at least “${l(level!)}”`,
      }),
    ],
    [
      /^选项 (\S+) 不能去掉锁定的标记 (\S+)$/,
      (id, flag) => ({
        zh: `选项“${n(id!)}”请保留锁定的标记“${f(flag!)}”`,
        en: `The option “${n(id!)}” has to keep the locked flag “${f(flag!)}”`,
      }),
    ],
    [
      /^选项 (\S+) 带有标记 (\S+) 应至少得到 (\S+) 现为 (\S+)$/,
      (id, flag, least, level) => ({
        zh: `只选“${n(id!)}”（标记“${f(flag!)}”）应至少为“${l(least!)}”，现在是“${l(level!)}”，请补上规则`,
        en: `“${n(id!)}” alone (flag “${f(flag!)}”) has to give at least “${l(least!)}”, but gives “${l(level!)}”`,
      }),
    ],
    [
      /^急症问题/,
      say(
        '第一题须是急症问题：多选，始终显示，选中任一项即结束，每个选项都带急症标记',
        'The emergency question comes first: several answers, always shown, ends the test, each option with its flag',
      ),
    ],
    [/^急诊的英文说明须/, say('急诊的英文说明里请保留 120', 'The English emergency text has to name 120')],
    [/^急诊的说明须/, say('急诊的说明里请保留 120', 'The emergency text has to name 120')],
    [/^英文免责说明须/, say('英文免责说明里请保留 120', 'The English disclaimer has to name 120')],
    [/^免责说明须/, say('免责说明里请保留 120', 'The disclaimer has to name 120')],
    [
      /^不能出现 (.+)$/,
      (found) => ({
        zh: `请去掉“${found!.replaceAll(' ', '”“')}”：自测不能让人误以为没有病`,
        en: `Please drop ${found}: a self-test must not reassure`,
      }),
    ],
    [/^须说明这不是诊断$/, say('请写明“这不是诊断”', 'The Chinese has to say that it is no diagnosis')],
    [/^英文须写明/, say('英文里请写明 no diagnosis', 'The English has to say “no diagnosis”')],
    [
      /^编号 (\S+) 已被删除/,
      (id) => ({
        zh: `编号 ${id} 以前用过又删除了，请另外新增`,
        en: `The id ${id} was used before, please add anew`,
      }),
    ],
    [
      /^选项 (\S+) 属于问题 (\S+) /,
      (id, home) => ({
        zh: `选项“${n(id!)}”属于“${n(home!)}”，不能移到别的问题`,
        en: `The option “${n(id!)}” belongs to “${n(home!)}”`,
      }),
    ],
    [
      /^问题 (\S+) 的回答加重后/,
      (id) => ({
        zh: `“${n(id!)}”选得更重，结果反而变轻，请检查分值和规则`,
        en: `A worse answer to “${n(id!)}” gives a milder result: please check points and rules`,
      }),
    ],
    [
      /^第 (\d+) 个用例应为 (.+) 实为 (.+)$/,
      (at, expected, got) => ({
        zh: `第 ${at} 个用例应为 ${result(expected!)}，实际是 ${result(got!)}`,
        en: `Test ${at} should give ${result(expected!)} but gives ${result(got!)}`,
      }),
    ],
    [
      /^第 (\d+) 个用例含有未知选项$/,
      (at) => ({ zh: `第 ${at} 个用例里有已经删除的选项`, en: `Test ${at} has an option that is gone` }),
    ],
  ]
}

export function faultInWords({ message }: SelfTestFault, content: SelfTestContent): string {
  for (const [pattern, say] of wordsFor(content)) {
    const found = pattern.exec(message)
    if (found) return say(...found.slice(1))[language.get()]
  }
  return message
}

/** `问题 4 · 选项 1：`, for a list of all faults; tests say their number themselves. */
export function placeInWords(path: string): string {
  const keys = path.split('.')
  if (keys[0] === 'tests') return ''
  const lists = keys.flatMap((key, index) => {
    const number = keys[index + 1]
    if (!Object.hasOwn(labels, key) || (index > 0 && key !== 'options')) return []
    const label = textOf(labels[key as SelfTestField])
    return number && /^\d+$/.test(number) ? [`${label} ${Number(number) + 1}`] : [label]
  })
  return `${lists.join(' · ')}${language.get() === 'zh' ? '：' : ': '}`
}
