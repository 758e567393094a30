import { useQuery } from '@tanstack/react-query'
import { Input, Modal } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { navigate } from './router.ts'
import { permittedRoutes } from './routes.tsx'
import { createStore } from './store.ts'
import { i18n, textOf } from './i18n.ts'
import { useKeys } from './keys.ts'
import { may } from './session.ts'
import { api } from './api.ts'
import { newBooking } from './new-booking.ts'
import { searchRecords, type PaletteItem } from './palette-search.ts'

const t = i18n(
  {
    placeholder: '页面、姓名、手机号或后四位、预约号',
    pageOnly: '页面名称',
    pages: '页面',
    actions: '操作',
    book: '新增预约',
    leads: '线索',
    appointments: '预约',
    noPage: '没有找到这个页面。',
    nothing: '没有找到。姓名可以只输一部分，手机号至少输后四位，预约号请输完整。',
    hint: '↑↓ 选择 · Enter 打开 · Esc 关闭',
    title: '搜索或跳转',
  },
  {
    placeholder: 'A page, a name, a phone number or its end, a booking number',
    pageOnly: 'The name of a page',
    pages: 'Pages',
    actions: 'Actions',
    book: 'New appointment',
    leads: 'Leads',
    appointments: 'Appointments',
    noPage: 'There is no such page.',
    nothing:
      'Nothing found. Part of a name will do, at least the last four digits of a phone number, or a whole booking number.',
    hint: '↑↓ choose · Enter open · Esc close',
    title: 'Search or jump',
  },
)

export const palette = createStore(false)

/** What staff may type for it. */
const bookWords = '新增预约 新建预约 代患者预约 new appointment book'

function Results({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const keyword = typed.trim()
  const maySearch = may(api.people.search)
  const placeholder = maySearch ? t().placeholder : t().pageOnly
  const people = useQuery({
    queryKey: ['palette', keyword],
    queryFn: ({ signal }) => searchRecords(keyword, signal),
    enabled: keyword.length > 0 && maySearch,
    placeholderData: (kept) => kept,
  })
  const pages: PaletteItem[] = permittedRoutes()
    .filter(({ name, path }) => `${name.zh} ${name.en} ${path}`.toLowerCase().includes(keyword.toLowerCase()))
    .map(({ name, path }) => ({
      key: path,
      group: 'pages',
      text: textOf(name),
      detail: '',
      to: path,
    }))
  const mayBook = may(api.appointments.book)
  const actions: PaletteItem[] =
    mayBook && bookWords.includes(keyword.toLowerCase())
      ? [{ key: 'book', group: 'actions', text: t().book, detail: '', to: () => newBooking.set({}) }]
      : []
  const records = (keyword && people.data) || []
  const found = [...pages, ...actions, ...records]
  const current = Math.min(chosen, Math.max(found.length - 1, 0))

  const open = (item: PaletteItem | undefined) => {
    // A hasty Enter must not open the person whom the letters before found.
    if (!item || (people.isPlaceholderData && records.includes(item))) return
    close()
    if (typeof item.to === 'string') navigate(item.to)
    else item.to()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setChosen(Math.min(current + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setChosen(Math.max(current - 1, 0))
    else if (event.key === 'Enter') open(found[current])
    else return
    event.preventDefault()
  }
  return (
    <div className="palette" onKeyDown={onKeyDown}>
      <Input
        autoFocus
        size="large"
        value={typed}
        placeholder={placeholder}
        role="combobox"
        aria-label={placeholder}
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found[current] && `palette-${current}`}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(0)
        }}
      />
      <div id="palette-list" role="listbox" aria-label={t().title} className="palette-list">
        {found.map((item, index) => (
          <div
            key={item.key}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === current}
            ref={index === current ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
            onMouseMove={() => setChosen(index)}
            onClick={() => open(item)}
          >
            <small>{t()[item.group]}</small>
            <span className="one-line">{item.text}</span>
            <small className="quiet">{item.detail}</small>
          </div>
        ))}
      </div>
      {keyword && found.length === 0 && !people.isFetching && (
        <p className="quiet">{maySearch ? t().nothing : t().noPage}</p>
      )}
      <p className="quiet palette-hint">{t().hint}</p>
    </div>
  )
}

export function Palette() {
  const open = palette.use()
  const close = () => palette.set(false)
  useKeys({ 'mod+k': () => palette.set(!palette.get()) })
  return (
    <Modal
      open={open}
      footer={null}
      closable={false}
      title={<span className="unseen">{t().title}</span>}
      onCancel={close}
      width={600}
      style={{ top: 80 }}
      destroyOnHidden
    >
      <Results close={close} />
    </Modal>
  )
}
