import type { ComponentChildren } from 'preact'
import { targetOf } from '../links.ts'
import { navigate } from '../navigation.ts'
import { useSite } from '../site.ts'

interface LinkProps {
  to: string
  class?: string | undefined
  children: ComponentChildren
  current?: boolean
  /** What it is read out as, where its words alone say too little. */
  label?: string
  state?: unknown
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link to another screen of the client. Without JavaScript it is an ordinary link. */
export function Link({ to, children, current, label, state, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        navigate(to, { state })
      }}
    >
      {children}
    </a>
  )
}

/** A link in the shape of a button, for a way on that is not the main one. */
export const QuietLink = ({ to, children }: Pick<LinkProps, 'to' | 'children'>) => (
  <Link to={to} class="button button-quiet">
    {children}
  </Link>
)

interface DocumentLinkProps {
  link: string
  class?: string
  children: ComponentChildren
}

/** A link as a document has it. One that leads nowhere is shown as text. */
export function DocumentLink({ link, children, ...rest }: DocumentLinkProps) {
  const target = targetOf(link, useSite().hospital?.phone)
  if (!target) return <span {...rest}>{children}</span>
  if (target.kind === 'screen') {
    return (
      <Link to={target.path} {...rest}>
        {children}
      </Link>
    )
  }
  return (
    <a {...rest} href={target.href} rel="noopener noreferrer">
      {children}
    </a>
  )
}
