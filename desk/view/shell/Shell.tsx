import { type ComponentType, useEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Analytics } from '../analytics/Analytics.tsx'
import { Backups } from '../backups/Backups.tsx'
import { Calendar } from '../calendar/Calendar.tsx'
import { Inbox } from '../inbox/Inbox.tsx'
import { Issues } from '../issues/Issues.tsx'
import { Outbox } from '../outbox/Outbox.tsx'
import { People } from '../people/People.tsx'
import { Setup } from '../setup/Setup.tsx'
import { Subscribers } from '../subscribers/Subscribers.tsx'
import { Today } from '../today/Today.tsx'
import { Training } from '../training/Training.tsx'
import { ChangesProvider } from './changes.tsx'
import { KeysHelp } from './keys.tsx'
import { Page } from './Page.tsx'
import { Palette } from './Palette.tsx'
import { BottomBar, Sidebar } from './Sidebar.tsx'
import { useStudio } from './studio.tsx'
import { viewAt } from './views.ts'

export type ViewProps = { /** What’s open: the last part of the address. */ id: string | undefined }

const views: [path: string, View: ComponentType<ViewProps>][] = [
  ['/today', Today],
  ['/inbox', Inbox],
  ['/calendar', Calendar],
  ['/people', People],
  ['/issues', Issues],
  ['/subscribers', Subscribers],
  ['/analytics', Analytics],
  ['/training', Training],
  ['/outbox', Outbox],
  ['/backups', Backups],
  ['/setup', Setup],
]

export function Shell() {
  const palette = useRef<HTMLDialogElement>(null)
  useTitle()
  return (
    <ChangesProvider>
      <Sidebar onSearch={() => palette.current?.showModal()} />
      <Switch>
        {views.map(([path, View]) => (
          <Route key={path} path={`${path}/:id?`}>
            {({ id }) => <View id={id} />}
          </Route>
        ))}
        <Route path="/">
          <Redirect to="/today" replace />
        </Route>
        <Route>
          <Page title="Page not found" />
        </Route>
      </Switch>
      <BottomBar />
      <Palette ref={palette} />
      <KeysHelp />
    </ChangesProvider>
  )
}

function useTitle() {
  const [path] = useLocation()
  const { name } = useStudio()
  useEffect(() => {
    document.title = [viewAt(path)?.name, `${name} desk`].filter(Boolean).join(' · ')
  }, [path, name])
}
