import './Thread.css'
import type { HomeSection } from '../../platform/content/home/home.ts'

type ThreadPath = `${'hero' | 'right' | 'tag' | 'portrait'}-margin` | `margin-${'tag' | 'portrait'}` | 'right-tag'

/** A band between two sections, where the thread crosses the page. */
export function ThreadBand({ path }: { path: ThreadPath }) {
  const d = path.startsWith('margin-') ? 'M0 0C0 80 100 20 100 100' : 'M100 0C100 80 0 20 0 100'
  return (
    <svg className={`band band-${path}`} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="thread" d={d} />
    </svg>
  )
}

/** The page edge the thread follows on wide screens. */
export type ThreadSide = 'margin' | 'right'

/** Maximum number of steps side by side. A process with more steps is stacked at every width. */
export const maxStepsInLine = 5

/** Finds the side on which the thread enters each section, and whether it crosses the page above the section. */
export function threadThrough(sections: readonly HomeSection[]): { side: ThreadSide; crosses: boolean }[] {
  let side: ThreadSide = 'margin'
  return sections.map((section) => {
    const followsThread = section.kind === 'clients' || section.kind === 'pricing'
    const crosses = side === 'right' && !followsThread
    if (crosses) side = 'margin'
    const entry = { side, crosses }
    if (section.kind === 'process' && section.copy.items.length <= maxStepsInLine) side = 'right'
    if (section.kind === 'pricing') side = 'margin'
    return entry
  })
}
