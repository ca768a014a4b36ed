import { dayOf } from '../text/time-text.ts'
import type { Facts } from './facts/facts.ts'
import { firstOf, type HomeSection } from './home/home.ts'

/** The banner, where the page lists one and its promotion is to be seen; `endsOn` itself still counts. */
export function shownBanner(sections: readonly HomeSection[], { promotion }: Facts, now: Date) {
  const banner = firstOf(sections, 'banner')
  const isOver = promotion !== undefined && promotion.endsOn < dayOf(now)
  if (banner === undefined || (isOver && promotion.afterEnd === 'hide')) return undefined
  return { ...banner.words, hasEnded: isOver && promotion.afterEnd === 'mark' }
}
