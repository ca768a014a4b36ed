import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readContentIn } from '../../../tests/support/content.ts'
import { temporaryFolder } from '../../../tests/support/databases.ts'
import { putStudio } from '../../../tests/support/studios.ts'

const answers = 'answers/starter.yaml'

/** Returns the problems in a new owner's content after a change to one of the chat's files. */
function problemsAfter(file: string, passage: string, replacement: string): string {
  const folder = putStudio('begun', temporaryFolder())
  const path = join(folder, 'content/agent', file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(passage)
  writeFileSync(
    path,
    text.replace(passage, () => replacement),
  )
  try {
    readContentIn(folder)
    return ''
  } catch (error) {
    return String(error)
  }
}

test.each([
  [answers, 'next: q.product', 'next: q.produkt', 'services: unknown q.produkt; did you mean `q.product`?'],
  [
    answers,
    'leadsTo:\n      - process',
    'leadsTo: [procesess]',
    'service-a-wedding-day.next: unknown procesess; did you mean `process`?',
  ],
  [answers, 'opens: talk.hi', 'opens: talk.hey', 'hello: unknown talk.hey'],
  ['talk.yaml', 'yes: booking', 'yes: bookings', 'q.call: unknown bookings; did you mean `booking`?'],
  ['talk.yaml', 'price: package-first', 'price: package-one', 'first: unknown package-one'],
  ['talk.yaml', 'isGeneral: true', 'members: [fourth]', 'first: unknown fourth'],
  ['talk.yaml', 'price: prices', 'price: pricing', 'talk.yaml: unknown pricing'],
  ['talk.yaml', 'buying: [agreement', 'buying: [deal', 'talk.yaml: unknown deal'],
  ['talk.yaml', 'closers: [', 'closers: [q.rest, ', 'talk.yaml: unknown q.rest'],
  ['talk.yaml', 'closers:', 'names: { wood: [oak] }\nclosers:', 'talk.yaml: unknown wood'],
  ['talk.yaml', 'closers:', 'related: { bakery: [bakery] }\nclosers:', 'talk.yaml: unknown bakery'],
])('in %s, “%s” → “%s” names what is unknown', (file, passage, replacement, message) => {
  expect(problemsAfter(file, passage, replacement)).toContain(`content/agent: ${message}`)
})

test.each([
  ['  ack.name: ', '  ack.nam: ', 'missing ack.name, which the chat needs'],
  ['  q.date: ', '  q.when: ', 'missing q.date, which the chat needs'],
  ['ask: Who’s it for?', 'ask: Tell me.', 'q.users: must be one question'],
  ['ack.short: Got it.', 'ack.short: Got it', 'ack.short: must be one sentence'],
  ['from: "{packages.first.from}"', 'from: a lot', 'budgets[0].from: '],
  ['closers: [q.anything, q.else, q.decide, q.open, q.unsure, q.next]', 'closers: []', 'closers: '],
])('in talk.yaml, “%s” → “%s” is refused', (passage, replacement, message) => {
  expect(problemsAfter('talk.yaml', passage, replacement)).toContain(message)
})

const price = '    - "{it.name} starts at {it.from}."\n'
const named = 'package-second.2 must name A portrait, at home, or lean on a sentence that does'

test.each([
  ['It has prints in three sizes.', named],
  ['Album included.', named],
  ['You get 12 pictures.', named],
  ['{ text: You get 12 pictures., leans: true }', ''],
  ['A portrait has 12 pictures.', ''],
  ['A wedding day has 400 pictures.', ''],
  ['Write to 12@client.example.', ''],
  ['You get to choose.', ''],
])('an offer’s sentence “%s” must say what it’s about if it holds a claim', (sentence, message) => {
  const text = problemsAfter(answers, price, `${price}    - ${sentence}\n`)
  expect(message === '' ? text : text.includes(message) || text).toBe(message === '' ? '' : true)
})

test('a leaning sentence counts as named only if the one that it leans on is', () => {
  const both = '    - You get 12 pictures.\n    - { text: They include prints., leans: true }\n'
  const text = problemsAfter(answers, price, both + price)
  expect(text).toContain('package-first.1 must name')
  expect(text).toContain('package-first.2 must name')
})

test('words like “support” name only the offer’s own answers', () => {
  const aside = 'offers:\n  - { id: care, name: care, words: [care], isAside: true, answers: { price: process } }\n'
  expect(problemsAfter('talk.yaml', 'offers:\n', aside)).toContain('process.2 must name care')
  const folder = putStudio('begun', temporaryFolder())
  const path = join(folder, 'content/agent/talk.yaml')
  writeFileSync(path, readFileSync(path, 'utf8').replace('offers:\n', aside.replace('price: process', 'price: place')))
  const file = join(folder, 'content/agent', answers)
  writeFileSync(file, readFileSync(file, 'utf8').replace(price, `${price}    - That includes care.\n`))
  expect(() => readContentIn(folder)).toThrow('package-first.2 must name A wedding day')
})

test('a studio may write no acts.yaml and no heard.yaml', () => {
  const folder = putStudio('lisbon', temporaryFolder())
  mkdirSync(join(folder, 'content/agent'), { recursive: true })
  expect(readContentIn(folder).chat.heard).toEqual({ products: [], businesses: [], people: [], names: [] })
  appendFileSync(join(folder, 'content/agent/heard.yaml'), 'products: [{ pics: photos }, album]\nbusinesses: []\n')
  expect(() => readContentIn(folder)).toThrow('people: is missing')
  appendFileSync(join(folder, 'content/agent/heard.yaml'), 'people: []\nnames: []\n')
  expect(readContentIn(folder).chat.heard.products).toEqual([
    ['pics', 'photos'],
    ['album', 'album'],
  ])
})
