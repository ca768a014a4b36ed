import { type QueryCache, QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { StrictMode, useCallback, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { DeskError, pollMs, unlockTab } from './client.ts'
import { listenToKeys } from './shell/keys.ts'
import { Shell } from './shell/Shell.tsx'

/** Polls while the tab is visible. */
const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchInterval: pollMs, staleTime: pollMs, retry: false } },
})

const root = document.getElementById('desk')
if (root) {
  const isUnlocked = await unlockTab(root.dataset['token'])
  listenToKeys()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ConnectionProblem />
        {isUnlocked ? <Shell /> : <Locked />}
      </QueryClientProvider>
    </StrictMode>,
  )
}

function Locked() {
  return (
    <main className="locked">
      <h1>This desk is locked.</h1>
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
    <p className="problem cut-off" role="alert">
      {problem}
    </p>
  )
}

function connectionProblem(cache: QueryCache): string | undefined {
  const active = cache.findAll({ type: 'active' }).filter(({ state }) => state.data !== undefined)
  return active.map(({ state }) => state.error).find((error) => error instanceof DeskError && error.isDisconnected)
    ?.message
}
