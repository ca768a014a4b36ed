import './Thread.css'
import type { HomeSection } from '../../platform/content/home/home.ts'

type Way =
  | 'hero-margin'
  | 'right-margin'
  | 'right-tag'
  | 'margin-tag'
  | 'tag-margin'
  | 'margin-portrait'
  | 'portrait-margin'

export function ThreadBand({ way }: { way: Way }) {
  const d = way === 'margin-portrait' || way === 'margin-tag' ? 'M0 0C0 80 100 20 100 100' : 'M100 0C100 80 0 20 0 100'
  return (
    <svg className={`band band-${way}`} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="thread" d={d} />
    </svg>
  )
}

/** The edge of the page at which the thread runs, where there is room for two. */
export type ThreadSide = 'margin' | 'right'

/** More steps than these are below each other at any width. */
export const maxStepsInLine = 5

/** The side of each section at which the thread enters, and whether it crosses the page first. */
export function threadThrough(sections: readonly HomeSection[]): { side: ThreadSide; crosses: boolean }[] {
  let side: ThreadSide = 'margin'
  return sections.map((section) => {
    const followsThread = section.kind === 'clients' || section.kind === 'pricing'
    const crosses = side === 'right' && !followsThread
    if (crosses) side = 'margin'
    const entered = { side, crosses }
    if (section.kind === 'process' && section.words.items.length <= maxStepsInLine) side = 'right'
    if (section.kind === 'pricing') side = 'margin'
    return entered
  })
}
