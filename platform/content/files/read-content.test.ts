import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enterFolder, leaveFolder, sampleFolder } from '../../../tests/support/content.ts'
import { temporaryFolder } from '../../../tests/support/databases.ts'
import { readFacts } from '../facts/facts.ts'
import { readOffers } from '../facts/offers.ts'
import { readSiteContent } from '../site-content.ts'
import { readStudio } from '../studio.ts'
import { readAll } from './content-error.ts'

beforeEach(() => {
  enterFolder(temporaryFolder())
  mkdirSync('content')
})
afterEach(leaveFolder)

const write = (file: string, text: string | Buffer) => writeFileSync(join('content', file), text)

test('names the field and says what is expected', () => {
  write('studio.yaml', `name: 7\ntagline: ''\ndescription: short\nareasServed: [Portugal]\nsocial: none\nfounder: Ada`)
  for (const words of [
    'name: must be text. Put it in quotes if it looks like something else',
    'tagline: must not be empty',
    'blurb: is missing',
    'description: must have at least 50 characters',
    'social: must be a list, like [{ network: …, url: https://… }, …]',
    'founder: must be a group of fields, like { name: …, called: … }',
  ]) {
    expect(readStudio).toThrow(`\n  ${words}`)
  }
  write('offers.yaml', 'promises: { keepUnsentDays: 0 }\npromotion: { afterEnd: perhaps }')
  expect(readOffers).toThrow('promises.keepUnsentDays: must be more than 0')
  expect(readOffers).toThrow('promotion.afterEnd: must be one of mark, show, hide')
  expect(readOffers).toThrow('promotion.endsOn: is missing')
})

test('names the line of broken YAML, and says to put text with a colon in quotes', () => {
  write('studio.yaml', 'name: [')
  expect(readStudio).toThrow(/content\/studio\.yaml: .*line 1/s)
  write('studio.yaml', 'name: Kite\ntagline: Lumen: light')
  expect(readStudio).toThrow(/: line 2: put values with a colon and a space in double quotes.*tagline: Lumen: light/s)
})

test.each([
  ['name: Offer #1', 1],
  ['name: Kite\ntagline: Two words # and what looks like a comment', 2],
  ['name: Kite\nsocial:\n  - Tel\t#9', 3],
  ['# Yes\nfounder: # who\n  name: "Ada" # quoted\n  called: Ada Lovelace #1', 4],
])('%j is a text that # cuts', (yaml, line) => {
  write('studio.yaml', yaml)
  expect(readStudio).toThrow(`content/studio.yaml: line ${line}: the text ends at “ #”. Put it in quotes, or move`)
})

test('accepts a comment on its own line, or after a word, a number, or a text in quotes', () => {
  const yaml =
    '# One\nname: Kite # two\ntagline: "A # b" # three\nblurb: A#b\n# four\nsocial: # five\n  # six\n  - 7 # seven\n'
  write('studio.yaml', `${yaml}description: |\n  A #1 text\nemail: >- # eight\n  a #2\n`)
  expect(readStudio).toThrow()
  expect(readStudio).not.toThrow('the text ends')
})

test('refuses offers that can’t be true', () => {
  const item = '{ id: a, name: A, price: $1 }'
  write('offers.yaml', 'promotion: { endsOn: soon }')
  expect(readOffers).toThrow(/promotion\.endsOn: must be a day, like 2025-12-06/)
  write('offers.yaml', `packages: [${item}, ${item}]`)
  expect(readOffers).toThrow(/packages: has the id a twice/)
  write('offers.yaml', 'day: { name: A day, price: $3, from: $2 }')
  expect(readOffers).toThrow(/day: has both price and from/)
  write('offers.yaml', 'weeks: { from: 4, to: 2 }\nasOf: 2025-02-30\nsupport: { days: 1e999 }')
  expect(readOffers).toThrow('weeks: is a reversed range: 4 is more than 2')
  expect(readOffers).toThrow('asOf: must be a day, like 2025-12-06 (line 2: 2025-02-30)')
  expect(readOffers).toThrow('support.days: must be text, a number, or a group of these')
})

test('names the line, the value, and the field that was probably meant', () => {
  write('studio.yaml', 'name: Kite\ntaglien: Light\nareasServed:\n  - Portugal\nfounder: { name: Ada, born in Porto }')
  for (const words of [
    'tagline: is missing',
    'taglien: unknown field; did you mean `tagline`? (line 2: Light)',
    'areasServed[0]: must be a country’s two letters, like PT (ISO 3166-1) (line 4: Portugal)',
    'founder.born in Porto: unknown field. If it belongs to the text before the comma, put that text in quotes (line 5)',
  ]) {
    expect(readStudio).toThrow(`\n  ${words}`)
  }
  write('studio.yaml', 'areasServed:\n  - Portugal and Spain: both')
  expect(readStudio).toThrow('areasServed[0]: put text with a colon or comma in quotes (line 2)')
})

test('reports all files’ errors together, each once', () => {
  write('studio.yaml', 'name: Kite')
  write('offers.yaml', 'promotion: { endsOn: soon }')
  const read = () => readAll({ facts: readFacts, offers: readOffers })
  expect(read).toThrow(/offers\.yaml:.*studio\.yaml:/s)
  expect(read).not.toThrow(/offers\.yaml:.*offers\.yaml:/s)
})

test('an error in one part hides no errors in others', () => {
  cpSync(sampleFolder, 'content', { recursive: true })
  const files = ['words', 'theme', 'frame', 'home/hero', 'blog', 'newsletter', 'llms'].map((name) => `${name}.yaml`)
  for (const file of files) write(file, 'nobody: asks for this')
  for (const file of files) expect(readSiteContent).toThrow(`content/${file}:\n`)
})

test('refuses an empty file, two documents, an alias bomb, a missing anchor, and other encodings', () => {
  write('studio.yaml', '# to be written')
  expect(readStudio).toThrow('content/studio.yaml: is empty')
  write('studio.yaml', 'name: Kite\n---\nname: Kite')
  expect(readStudio).toThrow('remove the line with --- or ... that splits the file in two')
  const tenTimes = (name: string) => `[${Array(10).fill(`*${name}`).join(', ')}]`
  const levels = [...'abcde'].map((name, i, all) => `${name}: &${name} ${i === 0 ? 'x' : tenTimes(all[i - 1] ?? '')}`)
  write('studio.yaml', levels.join('\n'))
  expect(readStudio).toThrow('content/studio.yaml: aliases (& and *) expand to too much text. Write it out')
  write('studio.yaml', 'slogan: *important*')
  expect(readStudio).toThrow('content/studio.yaml: *important* refers to an anchor that doesn’t exist. Put text that')
  write('studio.yaml', Buffer.from('name: Atelier Inês', 'latin1'))
  expect(readStudio).toThrow('content/studio.yaml: must be saved as UTF-8')
})
