import { useEffect, useRef } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { ReportView } from '../analytics/Analytics.tsx'
import { Backups } from '../backups/Backups.tsx'
import { Calls } from '../calls/Calls.tsx'
import { Emails } from '../emails/Emails.tsx'
import { Issues } from '../issues/Issues.tsx'
import { Leads } from '../leads/Leads.tsx'
import { Person } from '../person/Person.tsx'
import { Subscribers } from '../subscribers/Subscribers.tsx'
import { Today } from '../today/Today.tsx'
import { Training } from '../training/Training.tsx'
import { WorkProvider } from '../work/work.tsx'
import { Facts } from './Facts.tsx'
import { NoticeProvider } from './notice.tsx'

/** The frame of all views; each has an address of its own. */
export function Shell() {
  return (
    <NoticeProvider>
      <header className="bar">
        <Nav />
        <KeysHelp />
      </header>
      <WorkProvider>
        <Switch>
          <Route path="/today" component={Today} />
          <Route path="/requests/:reference?">{({ reference }) => <Leads reference={reference} />}</Route>
          <Route path="/calls" component={Calls} />
          <Route path="/readers" component={Subscribers} />
          <Route path="/issues/:slug?">{({ slug }) => <Issues slug={slug} />}</Route>
          <Route path="/report" component={ReportView} />
          <Route path="/backups" component={Backups} />
          <Route path="/person" component={Person} />
          <Route path="/questions/:id?">{({ id }) => <Training id={id} />}</Route>
          <Route path="/mails/:id?">{({ id }) => <Emails id={id} />}</Route>
          <Route path="/">
            <Redirect to="/today" replace />
          </Route>
          <Route>
            <main className="page">
              <h1>There is no such view.</h1>
            </main>
          </Route>
        </Switch>
      </WorkProvider>
    </NoticeProvider>
  )
}

const views = [
  { path: '/today', name: 'Today', shortcut: '1' },
  { path: '/requests', name: 'Requests', shortcut: '2' },
  { path: '/calls', name: 'Calls', shortcut: '3' },
  { path: '/readers', name: 'Readers', shortcut: '4' },
  { path: '/issues', name: 'Issues', shortcut: '5' },
  { path: '/mails', name: 'Mails', shortcut: '6' },
  { path: '/backups', name: 'Backups', shortcut: '7' },
  { path: '/person', name: 'A person', shortcut: '8' },
  { path: '/questions', name: 'Questions', shortcut: '9' },
  { path: '/report', name: 'Report', shortcut: '0' },
] as const

/** The desk's, as the page has it before any view is shown. */
const { title } = document

/** The views; where not all fit beside each other, the one that is shown is in sight. */
function Nav() {
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  const shown = views.find((view) => path.startsWith(view.path))
  useEffect(() => {
    document.title = shown ? `${shown.name} · ${title}` : title
    const resize = new ResizeObserver(() => {
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    })
    if (nav.current) resize.observe(nav.current)
    return () => resize.disconnect()
  }, [shown])
  return (
    <nav ref={nav} aria-label="Desk">
      {views.map((view) => (
        <Link
          key={view.path}
          href={view.path}
          className="tab"
          aria-keyshortcuts={view.shortcut}
          aria-current={view === shown ? 'page' : undefined}
        >
          {view.name}
        </Link>
      ))}
    </nav>
  )
}

const keys: [key: string, what: string][] = [
  ['j, k', 'the next of a list, the one before'],
  ['o', 'into what was chosen of it'],
  ['/', 'search; Enter goes to the first'],
  ['r', 'answer by mail'],
  ['e', 'answered, or not yet'],
  ['n', 'write a note'],
  ['Ctrl Enter', 'keep the note'],
  ['Escape', 'leave the field'],
  ['u', 'undo'],
  ['←, →', 'the week before, the week after'],
  ['1 to 9, 0', 'the views, from Today on'],
  ['?', 'this list'],
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
