import { type QueryCache, QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { StrictMode, useCallback, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { DeskError, pollMs, unlockTab } from './client.ts'
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

/**
 * Presses the first control with this key in `aria-keyshortcuts`. j and k select the next and previous row of a list. In a
 * field, only two keys work: Escape leaves it, and Enter in a search opens the first result. In a dialog, none do.
 */
function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector(':modal')) return
    const field = target instanceof HTMLElement && isTyping(target) ? target : undefined
    if (field && key === 'Escape') {
      // Escape would clear a search.
      event.preventDefault()
      field.blur()
    }
    const control = field ? firstResult(field, key) : (rowFor(key) ?? controlFor(key))
    if (!control) return
    event.preventDefault()
    control.focus()
    if (!isTyping(control)) control.click()
  })
}

function isTyping(element: HTMLElement): boolean {
  return element.matches('input, textarea, select')
}

function controlFor(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
}

function firstResult(field: HTMLElement, key: string): HTMLElement | null {
  return key === 'Enter' && field.matches('[type="search"]') ? document.querySelector<HTMLElement>('[data-row]') : null
}

function rowFor(key: string): HTMLElement | undefined {
  const step = { j: 1, k: -1 }[key]
  if (step === undefined) return undefined
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const current = rows.findIndex((row) => row.matches('[aria-current]'))
  if (current !== -1) return rows[current + step]
  // The selected row has disappeared; this one was above it.
  const above = rows.findIndex((row) => row.matches('[data-row="above"]'))
  return above === -1 ? rows.at(step > 0 ? 0 : -1) : rows[step > 0 ? above + 1 : above]
}
