import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import { Icon } from '../ui/Icon.tsx'
import { type Item, List } from '../ui/List.tsx'
import { Head } from '../ui/Page.tsx'
import { useChanges } from './changes.tsx'

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
  /** The open entry’s key in the URL. */
  selected: string | undefined
  listHref: string
  /** Shown instead of an empty list: a loading state, an error, or a description of what the list will contain. */
  placeholder?: ReactNode
  footer?: ReactNode
  renderDetail: (key: string) => ReactNode
}

const BackContext = createContext({ title: '', href: '' })

/**
 * A list next to its open entry. On wide screens, the first entry is open by default. Phones show either the list or
 * the entry.
 */
export function Split(props: SplitProps) {
  const { title, about, actions, filters, notice, items, selected, listHref, placeholder, footer, renderDetail } = props
  // This is state instead of a ref, to render the list again once the element exists.
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

/** If the open entry leaves the list within this time after a change, the change removed it. */
const recentMs = 5_000

/** Opens the next entry when a change removes the open entry from the list. */
function useOpenNext(items: readonly Item[] | undefined, selected: string | undefined) {
  const { changedAt } = useChanges()
  const [, navigate] = useLocation()
  const lastOpen = useRef<{ key: string; index: number }>(undefined)
  useEffect(() => {
    if (items === undefined || selected === undefined) return
    const index = items.findIndex(({ key }) => key === selected)
    const last = lastOpen.current
    if (index !== -1) {
      lastOpen.current = { key: selected, index }
    } else if (last?.key === selected && changedAt.current > performance.now() - recentMs) {
      lastOpen.current = undefined
      const next = items[last.index] ?? items.at(-1)
      if (next) navigate(next.href, { replace: true })
    }
  }, [items, selected, changedAt, navigate])
}

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
