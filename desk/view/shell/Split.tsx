import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { useChanges } from './changes.tsx'
import { Icon } from './Icon.tsx'
import { type Item, List } from './List.tsx'
import { Head } from './Page.tsx'

type SplitProps = {
  title: string
  about?: ReactNode
  actions?: ReactNode
  /** Search field, filters, or both. */
  filters?: ReactNode
  /** A banner above the list. */
  notice?: ReactNode
  /** `undefined` means loading. */
  items: readonly Item[] | undefined
  /** The key in the address. */
  selected: string | undefined
  listHref: string
  /** Instead of the list: loading, an error, or what will be here. */
  placeholder?: ReactNode
  footer?: ReactNode
  renderDetail: (key: string) => ReactNode
}

const BackContext = createContext({ title: '', href: '' })

/**
 * A list and the entry that is open. On wide screens, the first row is open by default; on phones, the list and the
 * entry are two screens.
 */
export function Split(props: SplitProps) {
  const { title, about, actions, filters, notice, items, selected, listHref, placeholder, footer, renderDetail } = props
  // The list needs this element on its first render, so it’s state instead of a ref.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const isPhone = useIsPhone()
  const open = selected ?? (isPhone ? undefined : items?.[0]?.key)
  useOpenNext(items, selected)
  return (
    <main tabIndex={-1} className="split" data-open={selected === undefined ? undefined : ''}>
      {isPhone && selected !== undefined && <h1 className="visually-hidden">{title}</h1>}
      <section className="list" aria-label={title} ref={setScroller}>
        <header>
          <Head title={title} about={about} actions={actions} />
          {filters}
        </header>
        {notice}
        {items && items.length > 0 ? <List items={items} current={open} scroller={scroller} /> : placeholder}
        {footer && <footer className="second">{footer}</footer>}
      </section>
      <BackContext value={{ title, href: listHref }}>{open !== undefined && renderDetail(open)}</BackContext>
    </main>
  )
}

/** Opens the next entry when a change removes the open entry from the list. */
function useOpenNext(items: readonly Item[] | undefined, selected: string | undefined) {
  const { changedAt } = useChanges()
  const [, navigate] = useLocation()
  const place = useRef<{ key: string; index: number }>(undefined)
  useEffect(() => {
    if (items === undefined || selected === undefined) return
    const index = items.findIndex(({ key }) => key === selected)
    const before = place.current
    if (index !== -1) {
      place.current = { key: selected, index }
    } else if (before?.key === selected && changedAt.current > performance.now() - recentMs) {
      place.current = undefined
      const next = items[before.index] ?? items.at(-1)
      if (next) navigate(next.href, { replace: true })
    }
  }, [items, selected, changedAt, navigate])
}

const recentMs = 5_000

type DetailProps = {
  title: ReactNode
  about?: ReactNode
  actions?: ReactNode
  rail?: ReactNode
  children: ReactNode
}

/** The open entry: a head with actions, the content, and a rail of facts. */
export function Detail({ title, about, actions, rail, children }: DetailProps) {
  const back = useContext(BackContext)
  return (
    <article className="detail" tabIndex={-1} aria-keyshortcuts="o">
      <header>
        <Link className="back" href={back.href}>
          <Icon name="left" />
          {back.title}
        </Link>
        <div>
          <h2 dir="auto">{title}</h2>
          {about && <p className="second">{about}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      <div className="stack">{children}</div>
      {rail && <aside className="rail">{rail}</aside>}
    </article>
  )
}

const phone = globalThis.matchMedia?.('(width < 48em)')

export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      phone.addEventListener('change', onChange)
      return () => phone.removeEventListener('change', onChange)
    },
    () => phone.matches,
  )
}
