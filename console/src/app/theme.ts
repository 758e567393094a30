import { theme as antdTheme, type ThemeConfig } from 'antd'
import { createStore } from './store.ts'

export type Appearance = 'system' | 'light' | 'dark'
export const appearance = createStore<Appearance>('system', 'appearance')

const darkQuery = matchMedia('(prefers-color-scheme: dark)')
const systemDark = createStore(darkQuery.matches)
darkQuery.addEventListener('change', ({ matches }) => systemDark.set(matches))

export function useDark(): boolean {
  const chosen = appearance.use()
  const system = systemDark.use()
  return chosen === 'system' ? system : chosen === 'dark'
}

/** Colours are a little darker, or lighter, than the library's own, so that every text can be read. */
export const themeFor = (dark: boolean): ThemeConfig => ({
  // Its styles come as a file, with ours.
  zeroRuntime: true,
  algorithm: dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
  token: {
    colorPrimary: dark ? '#178a7f' : '#0b6b63',
    colorInfo: dark ? '#4f9ee8' : '#1664b5',
    colorError: dark ? '#ff7875' : '#c4281c',
    colorSuccess: dark ? '#4cc38a' : '#1f7a3d',
    colorWarning: dark ? '#e0a13a' : '#8f5a00',
    colorLink: dark ? '#5fd0c3' : '#0b6b63',
    colorTextDescription: dark ? 'rgba(255,255,255,.68)' : 'rgba(0,0,0,.65)',
    colorTextSecondary: dark ? 'rgba(255,255,255,.72)' : 'rgba(0,0,0,.68)',
    colorTextTertiary: dark ? 'rgba(255,255,255,.62)' : 'rgba(0,0,0,.62)',
    colorTextPlaceholder: dark ? 'rgba(255,255,255,.6)' : 'rgba(0,0,0,.6)',
    colorBgLayout: dark ? '#0f1413' : '#f4f6f6',
    colorBgContainer: dark ? '#171d1c' : '#ffffff',
    colorBgElevated: dark ? '#1e2625' : '#ffffff',
    borderRadius: 6,
    fontFamily:
      '-apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", system-ui, sans-serif',
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.16s',
  },
  components: {
    Table: {
      cellPaddingBlockSM: 7,
      cellPaddingInlineSM: 10,
      rowSelectedBg: dark ? '#16302c' : '#eef7f5',
      rowSelectedHoverBg: dark ? '#1a3733' : '#e3f1ef',
    },
    // Behind the word on a switch that is off.
    ...(!dark && { Switch: { colorTextQuaternary: '#6b7472', colorTextTertiary: '#56605e' } }),
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      ...(dark && { colorPrimaryHover: '#24807a' }),
    },
  },
})
