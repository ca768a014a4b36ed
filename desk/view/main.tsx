import { type QueryCache, QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { StrictMode, useCallback, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { answerOtherTabs, DeskError, pollMs, unlockTab } from './client.ts'
import { listenToKeys } from './shell/keys.tsx'
import { Shell } from './shell/Shell.tsx'
import { StudioContext } from './shell/studio.tsx'
import { views } from './views.ts'

/** Polls while the tab is visible. */
const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchInterval: pollMs, staleTime: pollMs, retry: false } },
})

const root = document.getElementById('desk')
if (root) {
  const { token, studio = '' } = root.dataset
  const isUnlocked = await unlockTab(token)
  if (isUnlocked) answerOtherTabs()
  listenToKeys()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <StudioContext value={JSON.parse(studio)}>
          <ConnectionProblem />
          {isUnlocked ? <Shell views={views} /> : <Locked />}
        </StudioContext>
      </QueryClientProvider>
    </StrictMode>,
  )
}

function Locked() {
  return (
    <main className="locked">
      <h1>This desk is locked</h1>
      <p>Each link works once. Press Enter in the desk’s terminal for a new one.</p>
    </main>
  )
}

function ConnectionProblem() {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache])
  const problem = useSyncExternalStore(subscribe, () => connectionProblem(cache))
  if (problem === undefined) return null
  return (
    <p className="offline" role="alert">
      {problem.status === 0 ? `${problem.message} Retrying every ${pollMs / 1_000} seconds.` : problem.message}
    </p>
  )
}

function connectionProblem(cache: QueryCache): DeskError | undefined {
  const active = cache.findAll({ type: 'active' }).filter(({ state }) => state.data !== undefined)
  return active
    .map(({ state }) => state.error)
    .find((error): error is DeskError => error instanceof DeskError && error.isDisconnected)
}
