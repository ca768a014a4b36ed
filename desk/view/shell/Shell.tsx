import { useEffect, useRef } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { Analytics } from '../analytics/Analytics.tsx'
import { Backups } from '../backups/Backups.tsx'
import { Calls } from '../calls/Calls.tsx'
import { Emails } from '../emails/Emails.tsx'
import { Issues } from '../issues/Issues.tsx'
import { Leads } from '../leads/Leads.tsx'
import { Person } from '../person/Person.tsx'
import { Subscribers } from '../subscribers/Subscribers.tsx'
import { Today } from '../today/Today.tsx'
import { Training } from '../training/Training.tsx'
import { ChangesProvider } from './changes.tsx'
import { Facts } from './Facts.tsx'

const views = [
  { path: '/today', name: 'Today', shortcut: '1', View: Today },
  { path: '/leads', name: 'Leads', shortcut: '2', View: Leads },
  { path: '/calls', name: 'Calls', shortcut: '3', View: Calls },
  { path: '/subscribers', name: 'Subscribers', shortcut: '4', View: Subscribers },
  { path: '/issues', name: 'Issues', shortcut: '5', View: Issues },
  { path: '/outbox', name: 'Outbox', shortcut: '6', View: Emails },
  { path: '/backups', name: 'Backups', shortcut: '7', View: Backups },
  { path: '/person', name: 'Person', shortcut: '8', View: Person },
  { path: '/training', name: 'Chat training', shortcut: '9', View: Training },
  { path: '/analytics', name: 'Analytics', shortcut: '0', View: Analytics },
] as const

export function Shell() {
  return (
    <ChangesProvider>
      <header className="bar">
        <Nav />
        <KeysHelp />
      </header>
      <Switch>
        {views.map(({ path, View }) => (
          <Route key={path} path={`${path}/:id?`}>
            {({ id }) => <View id={id} />}
          </Route>
        ))}
        <Route path="/">
          <Redirect to="/today" replace />
        </Route>
        <Route>
          <main className="page">
            <h1>Page not found</h1>
          </main>
        </Route>
      </Switch>
    </ChangesProvider>
  )
}

/** The desk’s title, before any view adds its own. */
const { title } = document

/** On a narrow screen, scrolls to the link of the current view. */
function Nav() {
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  const current = views.find((view) => path.startsWith(view.path))
  useEffect(() => {
    document.title = current ? `${current.name} · ${title}` : title
    const resize = new ResizeObserver(() => {
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    })
    if (nav.current) resize.observe(nav.current)
    return () => resize.disconnect()
  }, [current])
  return (
    <nav ref={nav} aria-label="Desk">
      {views.map((view) => (
        <Link
          key={view.path}
          href={view.path}
          className="tab"
          aria-keyshortcuts={view.shortcut}
          aria-current={view === current ? 'page' : undefined}
        >
          {view.name}
        </Link>
      ))}
    </nav>
  )
}

const keys: [key: string, description: string][] = [
  ['j, k', 'next, previous in the list'],
  ['o', 'open selected'],
  ['/', 'search; Enter selects the first result'],
  ['r', 'reply by email'],
  ['e', 'mark as answered or unanswered'],
  ['n', 'add a note'],
  ['Ctrl Enter', 'save the note'],
  ['Escape', 'leave the field'],
  ['u', 'undo'],
  ['←, →', 'previous, next week'],
  ['1 to 9, 0', 'switch views'],
  ['?', 'show keys'],
]

function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" className="quiet" aria-keyshortcuts="?" onClick={() => dialog.current?.showModal()}>
        Keys
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <Facts facts={keys} />
        <form method="dialog">
          <button type="submit" className="button">
            Close
          </button>
        </form>
      </dialog>
    </>
  )
}
