const shapes = {
  home: 'M4 11l8-7 8 7M6 9.5V20h4.5v-5.5h3V20H18V9.5',
  calendar:
    'M5 6.5h14a1 1 0 011 1V19a1 1 0 01-1 1H5a1 1 0 01-1-1V7.500a1 1 0 011-1zM4 11h16M8 3.500v5M16 3.500v5',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  phone:
    'M6.500 3.500h3l1.500 4.500-2 1.500a12 12 0 005.500 5.500l1.500-2 4.500 1.500v3a2 2 0 01-2.200 2C10.500 19 5 13.500 4.500 5.700a2 2 0 012-2.200z',
  place:
    'M12 21s7-6.300 7-11.500a7 7 0 10-14 0C5 14.700 12 21 12 21zM12 12a2.500 2.500 0 100-5 2.500 2.500 0 000 5z',
  pause: 'M8.500 5.500v13M15.500 5.500v13',
  play: 'M8 5.500l10 6.500-10 6.500z',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  warning: 'M12 4l9 16H3zM12 10v4.500M12 17.300h.01',
  clock: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5.500l3.500 2',
  info: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 11v5.500M12 7.700h.01',
  aid: 'M9.500 4h5v5.500H20v5h-5.500V20h-5v-5.500H4v-5h5.500z',
  cross: 'M6 6l12 12M18 6L6 18',
  bell: 'M6 16.500V11a6 6 0 1112 0v5.500l1.500 2h-15zM10 21h4',
}

export type IconName = keyof typeof shapes

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={shapes[name]} />
  </svg>
)
