import { words } from './words.ts'

/** The paths of the client, in the server's notation, and the screen at each. */
const routes = {
  '/': 'home',
  '/experts': 'experts',
  '/experts/:id': 'expert',
  '/hospital': 'hospital',
  '/self-test': 'self-test',
  '/self-test/:step': 'self-test',
  '/appointment': 'appointment',
  '/appointment/:step': 'appointment',
  '/my-appointments': 'my-appointments',
  '/my-appointments/:step': 'my-appointments',
  '/privacy': 'privacy',
  '/help': 'help',
  '/settings': 'settings',
} as const

export type ScreenName = (typeof routes)[keyof typeof routes]

export const paths = Object.keys(routes)

/** Pages of a mini program, as documents name them. */
export const foreignPaths = '/pages/*'

/** The address of a screen; one whose path varies has none of its own. */
export const addressOf = (screen: ScreenName) =>
  Object.entries(routes).find(([path, name]) => name === screen && !path.includes(':'))?.[0]

export interface Match {
  screen: ScreenName
  /** The part of the path that varies. */
  part: string
}

function decode(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function screenOf(path: string): Match | undefined {
  const [, first = '', part, ...rest] = path.replace(/\/+$/, '').split('/')
  if (rest.length > 0) return undefined
  const pattern = paths.find((one) => {
    const [, name = '', parameter] = one.split('/')
    return name === first && (parameter === undefined) === (part === undefined)
  })
  return pattern === undefined
    ? undefined
    : { screen: routes[pattern as keyof typeof routes], part: decode(part ?? '') }
}

export const screenTitles = words(
  {
    home: '首页',
    experts: '专家团队',
    expert: '专家介绍',
    hospital: '医院介绍',
    'self-test': '健康自测',
    appointment: '预约就诊',
    'my-appointments': '我的预约',
    privacy: '隐私说明',
    help: '使用帮助',
    settings: '设置',
  },
  {
    home: 'Home',
    experts: 'Our experts',
    expert: 'About the expert',
    hospital: 'About the hospital',
    'self-test': 'Self-test',
    appointment: 'Book a visit',
    'my-appointments': 'My appointments',
    privacy: 'Privacy',
    help: 'Help',
    settings: 'Settings',
  },
)
