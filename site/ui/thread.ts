import type { HomeSection } from '../../platform/content/home/home.ts'

/** The edge of the page at which the thread runs, where there is room for two. */
export type ThreadSide = 'margin' | 'right'

/** More steps than these are below each other at any width. */
export const mostStepsInLine = 5

/** Where the thread comes into each section, and whether it has to cross the page before. */
export function threadThrough(sections: readonly HomeSection[]): { side: ThreadSide; crosses: boolean }[] {
  let side: ThreadSide = 'margin'
  return sections.map((section) => {
    const followsThread = section.kind === 'clients' || section.kind === 'pricing'
    const crosses = side === 'right' && !followsThread
    if (crosses) side = 'margin'
    const entered = { side, crosses }
    if (section.kind === 'process' && section.words.items.length <= mostStepsInLine) side = 'right'
    if (section.kind === 'pricing') side = 'margin'
    return entered
  })
}
