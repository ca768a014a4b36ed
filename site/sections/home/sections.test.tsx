import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readDrawings } from '../../../platform/content/drawings.ts'
import { readFacts } from '../../../platform/content/facts/facts.ts'
import { findSection, readHome } from '../../../platform/content/home/home.ts'
import { threadThrough } from '../../ui/Thread.tsx'
import { Banner } from './Banner.tsx'

const { sections } = readHome(readFacts(), readDrawings())

/** Describes the thread's route. `right`: it runs along the right edge. `>`: it crosses the page above the section. */
function way(...kinds: string[]): string {
  const listed = kinds.flatMap((kind) => sections.find((section) => section.kind === kind) ?? [])
  return threadThrough(listed)
    .map(({ side, crosses }, i) => `${crosses ? '> ' : ''}${listed[i]?.kind}${side === 'right' ? ' right' : ''}`)
    .join(', ')
}

test('steps move the thread to the right, clients follow it, and the price tag moves it back', () => {
  expect(way('services', 'process', 'clients', 'pricing', 'founder')).toBe(
    'services, process, clients right, pricing right, founder',
  )
})

test('in any other order the thread stays connected, and crosses the page where a section needs it in the margin', () => {
  expect(way('process', 'services', 'clients', 'pricing')).toBe('process, > services, clients, pricing')
  expect(way('process', 'process')).toBe('process, > process')
})

test('the banner repeats its message six times, and can be paused while the offer lasts', () => {
  const banner = findSection(sections, 'banner')
  if (banner === undefined) throw new Error('the sample has one')
  const html = (hasEnded: boolean) => renderToStaticMarkup(<Banner {...banner.copy} hasEnded={hasEnded} />)
  for (const each of [html(true), html(false)]) expect(each.match(/10% discount.*?SAVE NOW/g)).toHaveLength(6)
  expect(html(false)).toContain('aria-label="Pause the strip"')
  expect(html(true)).not.toContain('<input')
  expect(html(true)).toContain('Ended August 31, 2025')
})
