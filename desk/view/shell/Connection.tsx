import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { DeskError } from '../client.ts'

/** Says that nobody answers, above what is shown and typed meanwhile. */
export function Connection() {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache])
  const problem = useSyncExternalStore(subscribe, () => problemOf(cache))
  if (problem === undefined) return null
  return (
    <p className="problem cut-off" role="alert">
      {problem}
    </p>
  )
}

function problemOf(cache: QueryCache): string | undefined {
  const shown = cache.findAll({ type: 'active' }).filter(({ state }) => state.data !== undefined)
  return shown.map(({ state }) => state.error).find((error) => error instanceof DeskError && error.isCutOff)?.message
}
