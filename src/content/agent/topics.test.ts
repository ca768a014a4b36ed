import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { siteContent } from '../site-content.ts'

const { topics } = siteContent().agent
/** Fields that hold what visitors say, not what they are told. */
const heard = new Set([
  'id',
  'about',
  'words',
  'asks',
  'cues',
  'synonyms',
  'subjects',
  'aspects',
  'when',
  'unless',
  'service',
  'instead',
  'currency',
])

/** Everything in a file of content that is said to visitors, before any number is filled in. */
function saidIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => (heard.has(key) ? [] : saidIn(part)))
}

test.each(['topics', 'built-in'])(
  'in %s.yaml no number is typed into what is said: each is fetched from the offers',
  (file) => {
    const said = saidIn(parse(readFileSync(`content/agent/${file}.yaml`, 'utf8')))
    expect(said.length).toBeGreaterThan(20)
    expect(said.filter((sentence) => /\d/.test(sentence.replaceAll(/\{[^}]*\}/g, '')))).toEqual([])
  },
)

test('a sentence is one sentence of plain text, so that a reply has as many as it was given', () => {
  const sentences = topics.flatMap(({ says }) => says)
  expect(sentences.filter((sentence) => !/^[^.!?]*(?:\.\w[^.!?]*)*[.!]$/u.test(sentence))).toEqual([])
  expect(sentences.filter((sentence) => /[<>*_#`|[\]{}]|https?:|^-/u.test(sentence))).toEqual([])
  expect(topics.filter(({ next }) => (next.match(/[.!?]/g) ?? []).length !== 1).map(({ id }) => id)).toEqual([])
})

test('no two topics that are true on the same day have a question in common', () => {
  const seen = new Map<string, string>()
  const twice = topics
    .filter(({ until }) => until === undefined)
    .flatMap(({ id, asks }) => asks.map((ask) => ({ id, ask: ask.toLowerCase() })))
    .filter(({ id, ask }) => {
      const other = seen.get(ask)
      seen.set(ask, id)
      return other !== undefined
    })
  expect(twice).toEqual([])
})
