import { expect, test } from 'vitest'
import { readDrawings } from '../../../platform/content/drawings.ts'
import { readFacts } from '../../../platform/content/facts/facts.ts'
import { readHome } from '../../../platform/content/home/home.ts'
import { threadThrough } from '../../ui/Thread.tsx'

const { sections } = readHome(readFacts(), readDrawings())

/** `right` marks where it runs on the right, `>` where it crosses the page before. */
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
