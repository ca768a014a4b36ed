import { type ComponentType, useEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Page } from '../ui/Page.tsx'
import { BottomBar } from './BottomBar.tsx'
import { ChangesProvider } from './changes.tsx'
import { KeysHelp } from './keys.tsx'
import { viewAt } from './navigation.ts'
import { Palette } from './Palette.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useStudio } from './studio.tsx'

export type ViewProps = {
  /** ID of the open item, from the last part of the URL. */
  id: string | undefined
}

/** Views by path. */
export type Views = Readonly<Record<string, ComponentType<ViewProps>>>

/** The desk’s frame around the view at the current URL. */
export function Shell({ views }: { views: Views }) {
  const palette = useRef<HTMLDialogElement>(null)
  useTitle()
  return (
    <ChangesProvider>
      <Sidebar onSearch={() => palette.current?.showModal()} />
      <Switch>
        {Object.entries(views).map(([path, View]) => (
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
