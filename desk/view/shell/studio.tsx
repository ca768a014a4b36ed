import { type ComponentProps, createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { PageStudio } from '../../server/view-files.ts'
import { type Clock, createClock } from '../times.ts'

/** Facts about the studio, which are embedded in the page, so the first view doesn’t have to request them. */
export const StudioContext = createContext<PageStudio>({ name: 'Studio', zone: 'UTC', siteUrl: '' })

export function useStudio(): PageStudio {
  return useContext(StudioContext)
}

/** A link that opens a page of the site in a new tab. */
export function SiteLink({ path, ...link }: ComponentProps<'a'> & { path: string }) {
  return <a href={useStudio().siteUrl + path} target="_blank" rel="noreferrer" {...link} />
}

export const tickMs = 30_000

function subscribeToTicks(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs)
  return () => clearInterval(timer)
}

/** The studio’s clock, updated every 30 seconds. */
export function useClock(): Clock {
  const { zone } = useStudio()
  const now = useSyncExternalStore(subscribeToTicks, lastTick, lastTick)
  return useMemo(() => createClock(zone, now), [zone, now])
}

function lastTick(): number {
  return Math.floor(Date.now() / tickMs) * tickMs
}
