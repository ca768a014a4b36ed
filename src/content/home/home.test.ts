import { cpSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { enterFolder, leaveFolder } from '../../../tests/support/content.ts'
import { readDrawings } from '../drawings.ts'
import { readFacts } from '../facts/facts.ts'
import { firstOf, readHome } from './home.ts'

const facts = readFacts()

/** What the reader has against content in which a passage of a file reads otherwise. */
function complaint(file: string, passage: string, instead: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-home-'))
  onTestFinished(() => leaveFolder())
  for (const part of ['home', 'drawings']) {
    cpSync(join('sample', part), join(folder, 'content', part), { recursive: true })
  }
  enterFolder(folder)
  const content = readFileSync(`content/home/${file}.yaml`, 'utf8')
  if (!content.includes(passage)) throw new Error(`${file}.yaml does not hold “${passage}”`)
  writeFileSync(`content/home/${file}.yaml`, content.replace(passage, instead))
  try {
    readHome(facts, readDrawings())
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    leaveFolder()
  }
}

describe('the texts of the home page', () => {
  test('hold no digit of their own: numbers are fetched from content/offers.yaml', () => {
    for (const file of globSync('sample/home/*.yaml')) {
      const texts = JSON.stringify(parse(readFileSync(file, 'utf8'))).replaceAll(/\{[A-Za-z0-9.]+\}/g, '')
      expect(texts, file).not.toMatch(/\d/)
    }
  })

  test('come out with the numbers filled in', () => {
    const { sections, contact } = readHome(facts, readDrawings())
    expect(firstOf(sections, 'clients')?.words.heading).toBe('Trusted by 50+ companies worldwide')
    expect(contact.reasons?.items[0]?.description).toBe('MVP in 2-4 weeks, full applications in 6-8 weeks')
    expect(firstOf(sections, 'testimonials')?.words.items[0]?.highlight).toBe('87% reduction in errors')
  })
})

describe('the list of sections', () => {
  test('may leave out and move any, and have one twice by another file and anchor', () => {
    expect(complaint('page', '  - banner\n  - hero\n', '  - pricing: pricing\n')).toMatch(/pricing is there twice/)
    expect(complaint('page', '  - banner\n', '  - services: more\n')).toContain('content/home/more.yaml: there is no')
    expect(complaint('page', '  - pricing\n  - testimonials\n', '  - testimonials\n')).toBe('')
  })

  test('names what is no section, and what was meant', () => {
    expect(complaint('page', '- pricing', '- pricng')).toMatch(
      /sections\[7\]: pricng is no section: .*`pricing`\? \(line 11: pricng\)$/,
    )
  })
})

describe('wrong content is refused with the field and what would be right', () => {
  test.each([
    ['a missing text', 'hero', 'headline:', '# headline:', 'headline: is missing'],
    ['an empty text', 'hero', 'text: Start Your Project', 'text: ""', 'start.text: must not be empty'],
    [
      'an unknown icon',
      'why-choose',
      'icon: clock',
      'icon: rocket',
      'items[0].icon: must be one of build, call, clock',
    ],
    [
      'a number that is nowhere',
      'process',
      'time: within',
      'time: about {a.b}, within',
      'items[1].time: {a.b} is no number, range or text of content/offers.yaml (line 12: ',
    ],
    ['the same client twice', 'clients', 'name: Parcelmoth', 'name: Lumenward', 'items[1].name: must be another one'],
    ['a logo that is no emoji', 'clients', 'logo: 📦', 'logo: PM', 'items[1].logo: must be one emoji, like 📦'],
    ['a price of nothing', 'pricing', '[custom]', '[custm]', 'offers[0]: custm is no offer of content/offers.yaml'],
    ['two lengths', 'why-choose', 'note: an MVP,', 'note: an MVP, days: "2",', 'scale.rows[1]: must have one of hours'],
    ['a highlight of no quote', 'testimonials', 'highlight: "', 'highlight: "about ', 'must be a part of its quote'],
    ['a field that nothing reads', 'pricing', 'heading:', 'subtitle: x\nheading:', 'subtitle: is no field here'],
  ])('%s', (_, file, passage, instead, reason) => {
    expect(complaint(file, passage, instead)).toContain(reason)
  })
})
