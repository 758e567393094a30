import { hospitalCall } from '@zhenyue/contract/rules'
import { textOf, type Label } from '../app/i18n.ts'

/** Where a link of the patient site can lead. */
export const patientPages: Record<string, Label> = {
  '/': { zh: '首页', en: 'Home' },
  '/appointment': { zh: '预约就诊', en: 'Book a visit' },
  '/self-test': { zh: '健康自测', en: 'Self-test' },
  '/experts': { zh: '专家团队', en: 'Our experts' },
  '/hospital': { zh: '医院介绍', en: 'About the hospital' },
  '/my-appointments': { zh: '我的预约', en: 'My appointments' },
  '/help': { zh: '使用帮助', en: 'Help' },
  '/privacy': { zh: '隐私说明', en: 'Privacy' },
  '/settings': { zh: '设置', en: 'Settings' },
  [hospitalCall]: { zh: '拨打医院电话', en: 'Call the hospital' },
}

/** The page that a link names, by its path or as mini programs name it: `/pages/experts/index`. */
export function pageOf(link: string): string | undefined {
  if (link in patientPages) return link
  const path = `/${/^\/?pages\/([\w-]+)\/index$/.exec(link)?.[1]}`
  return path in patientPages ? path : undefined
}

export function pageLabel(link: string): string {
  const page = pageOf(link)
  return page ? textOf(patientPages[page]!) : link
}

function hostOf(link: string): string {
  try {
    return new URL(link).hostname
  } catch {
    return ''
  }
}

/** Whether a link leads somewhere: to a page of ours, one of a mini program, another site, or a phone. */
export function leadsSomewhere(link: string): boolean {
  if (link === '' || patientPages[link]) return true
  if (/^\/experts\/[\w-]+$/.test(link) || /^\/?pages\/[\w/-]+(\?[\w=&%-]*)?$/.test(link)) return true
  if (/^https?:\/\//i.test(link)) return hostOf(link).includes('.')
  return /^tel:\+?[\d-]{3,20}$/i.test(link)
}
