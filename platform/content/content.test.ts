import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { encodePhoto } from '../../site/build/encode-photo.ts'
import { enterFolder, leaveFolder, sampleFolder } from '../../tests/support/content.ts'
import { isLong, temporaryFolder } from '../../tests/support/databases.ts'
import { englishTexts } from '../fields.ts'
import { readCalls } from './calls.ts'
import { articleDrawing, readDrawings } from './drawings.ts'
import { readFacts } from './facts/facts.ts'
import { fillFacts } from './facts/fill-facts.ts'
import { currentBanner, findSection, readHome } from './home/home.ts'
import { readMarkdownPages } from './markdown-pages.ts'
import { photoSources, readPicture } from './pictures.ts'
import { readRedirects } from './redirects.ts'
import { readReplies } from './replies.ts'
import { readTheme } from './theme.ts'
import { readWords } from './words.ts'

beforeEach(() => enterFolder(temporaryFolder()))
afterEach(leaveFolder)

function write(file: string, text: string): void {
  mkdirSync(dirname(join('content', file)), { recursive: true })
  writeFileSync(join('content', file), text)
}

/** Copies the sample, with one passage of a file replaced. */
function putSample(file = 'studio.yaml', passage = '', instead = ''): void {
  const isNeeded = (path: string) => !/\/(agent|articles)$/.test(path)
  cpSync(sampleFolder, 'content', { recursive: true, filter: isNeeded })
  const text = readFileSync(join('content', file), 'utf8')
  expect(text).toContain(passage)
  write(file, text.replace(passage, instead))
}

const home = () => readHome(readFacts(), readDrawings())

describe('the home page', () => {
  test('has no digit of its own: numbers come from offers.yaml, and are filled in', () => {
    putSample()
    for (const file of globSync('content/home/*.yaml')) {
      const texts = JSON.stringify(parse(readFileSync(file, 'utf8'))).replaceAll(/\{[A-Za-z0-9.]+\}/g, '')
      expect(texts, file).not.toMatch(/\d/)
    }
    const { sections, contact } = home()
    expect(findSection(sections, 'clients')?.copy.heading).toBe('Trusted by 50+ companies worldwide')
    expect(contact.reasons?.items[0]?.description).toBe('MVP in 2-4 weeks, full applications in 6-8 weeks')
    expect(findSection(sections, 'testimonials')?.copy.items[0]?.highlight).toBe('87% reduction in errors')
  })

  test('can leave out and move any section', () => {
    putSample('home/page.yaml', '  - pricing\n  - testimonials\n', '  - testimonials\n')
    expect(home().sections.map(({ id }) => id)).not.toContain('pricing')
  })

  test.each([
    ['page', '  - banner\n  - hero\n', '  - pricing: pricing\n', 'pricing is repeated'],
    [
      'page',
      '  - banner\n',
      '  - services: more\n',
      'sections[0]: needs content/home/more.yaml. Copy sample/home/services.yaml there',
    ],
    ['page', '- pricing', '- pricng', 'sections[7]: unknown section pricng'],
    ['hero', 'headline:', '# headline:', 'headline: is missing'],
    ['why-choose', 'icon: clock', 'icon: rocket', 'items[0].icon: must be one of build, call, clock'],
    ['process', 'time: within', 'time: about {a.b}, within', 'items[1].time: {a.b} isn’t a number, range, or text in'],
    ['clients', 'name: Parcelmoth', 'name: Lumenward', 'items[1].name: must be unique'],
    ['clients', 'logo: 📦', 'logo: PM', 'items[1].logo: must be one emoji, like 📦'],
    ['pricing', '[custom]', '[custm]', 'offers[0]: custm isn’t an offer in content/offers.yaml'],
    ['why-choose', 'note: an MVP,', 'note: an MVP, days: "2",', 'scale.rows[1]: must have one of hours'],
    ['testimonials', 'highlight: "', 'highlight: "about ', 'must be part of its quote'],
  ])('home/%s.yaml with “%s” → “%s” stops the build and says what would be right', (file, passage, instead, reason) => {
    putSample(`home/${file}.yaml`, passage, instead)
    expect(home).toThrow(reason)
  })

  test('marks, shows, or hides a promotion from the day after its last', () => {
    putSample()
    const [facts, { sections }] = [readFacts(), home()]
    const ended = (day: string, afterEnd: 'mark' | 'show' | 'hide') =>
      currentBanner(sections, { ...facts, promotion: { endsOn: '2025-08-31', afterEnd } }, new Date(day))?.hasEnded
    const all = ['mark', 'show', 'hide'] as const
    expect(all.map((each) => ended('2025-08-31T23:00:00Z', each))).toEqual([false, false, false])
    expect(all.map((each) => ended('2025-09-01', each))).toEqual([true, false, undefined])
    expect(currentBanner([], facts, new Date())).toBeUndefined()
    expect(currentBanner(sections, { ...facts, promotion: undefined }, new Date())?.hasEnded).toBe(false)
  })
})

describe('calls', () => {
  test.each([
    ['zone: Asia/Kolkata', 'zone: Mumbai', 'zone: must be the name of a time zone'],
    ['"10:00-12:30", "18:30-22:00"', '"12:30-10:00"', 'hours.monday[0]: must be two times'],
    ['"10:00-12:30", "18:30-22:00"', '"10:03-12:30"', 'in 5-minute steps'],
    ['"10:00-12:30", "18:30-22:00"', '"10:00-12:30", "12:00-14:00"', 'hours.monday: must not overlap'],
    ['monday:', 'montag:', 'montag'],
    ['from: 2026-12-24', 'from: 24.12.2026', 'exceptions[0].from: must be a day'],
    ['to: 2027-01-01', 'to: 2026-01-01', 'exceptions[0].to: must not be before the first day'],
    ['minutes: "{promises.discoveryCallMinutes}"', 'minutes: 7', 'minutes: must be'],
    ['horizonDays: 21', 'horizonDays: 4000', 'horizonDays: must be'],
  ])('with “%s” → “%s” stop the build and say what would be right', (passage, instead, reason) => {
    putSample('calls.yaml', passage, instead)
    expect(() => readCalls(readFacts())).toThrow(reason)
  })

  test('take numbers from offers.yaml, and a studio without the file has none', () => {
    putSample('calls.yaml', 'zone: Asia/Kolkata', 'zone: Europe/Lisbon')
    expect(readCalls(readFacts())).toMatchObject({ zone: 'Europe/Lisbon', kinds: [{ id: '', minutes: 30 }] })
    rmSync('content/calls.yaml')
    expect(readCalls(readFacts())).toBeUndefined()
  })
})

test.each([
  ['- title: Decline\n    text', '- text', 'templates[2].title: is missing'],
  ['Hi {name},', 'Hi {nmae},', '{nmae} isn’t a number, range, or text in content/offers.yaml; did you mean `name`?'],
  ['Hello,', '', 'greetingWithoutName: has no value'],
])('replies.yaml with “%s” → “%s” stops the build and says what would be right', (passage, instead, reason) => {
  putSample('replies.yaml', passage, instead)
  expect(() => readReplies(readFacts())).toThrow(reason)
})

describe('a theme', () => {
  test.each([
    [
      'second: "#555b66"',
      'second: "#999999"',
      'second: must have a contrast of at least 4.5 on ground (#fbf8f2) but has 2.7',
    ],
    ['thread: "#e8573f"', 'thread: "#1a2131"', 'colors.dark.thread: must have a contrast of at least 3'],
    ['ink: "#161a23"', 'ink: #161a23', 'colors.light.ink: must be a color in quotes'],
    ['"#161a23"', 'black', 'colors.light.ink: must be a color with six digits'],
  ])('with “%s” → “%s” stops the build and says what would be right', (passage, instead, reason) => {
    putSample('theme.yaml', passage, instead)
    expect(readTheme).toThrow(reason)
  })

  test('without a typeface, paints, and corner has the system’s and plain ones', () => {
    const whole = readFileSync(join(sampleFolder, 'theme.yaml'), 'utf8')
    write('theme.yaml', whole.slice(0, whole.indexOf('paints:')))
    expect(readTheme()).toMatchObject({ paints: [], corner: 2 })
  })
})

describe('words', () => {
  test('are English where the content leaves them out, with days and numbers in the site’s language', () => {
    expect(readWords()).toEqual({ lang: 'en', form: englishTexts })
    write('words.yaml', 'lang: pt-PT\n')
    expect(readWords()).toEqual({ lang: 'pt-PT', form: { ...englishTexts, lang: 'pt-PT' } })
    const facts = { lang: 'de', sold: 12_000, since: '2026-03-01' }
    expect(fillFacts('{sold} seit {since}', facts)).toBe('12.000 seit 1. März 2026')
  })

  test.each([
    ['lang: portuguese!\n', 'lang: must be a language, like en-US or pt-PT'],
    [JSON.stringify({ form: { ...englishTexts, lang: undefined, tooLong: 'Too long' } }), 'form.tooLong: must contain'],
  ])('%s stops the build', (yaml, reason) => {
    write('words.yaml', yaml)
    expect(readWords).toThrow(reason)
  })
})

describe('a drawing', () => {
  const svg = (shapes: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">\n  ${shapes}\n</svg>\n`

  test.each([
    '<script>alert(1)</script>',
    '<image href="https://elsewhere.example/a.png"/>',
    '<path onload="alert(1)"/>',
    '<path style="fill: red"/>',
  ])('holds nothing that would run, load, or break the page’s policy: %s', (shapes) => {
    write('drawings/mark.svg', svg(shapes))
    expect(readDrawings).toThrow(/^content\/drawings\/mark\.svg:2: .+ isn’t allowed\. Use only shapes/)
  })

  test('names the line of a link, not of an animation before it', () => {
    write('drawings/mark.svg', svg('<animate attributeName="r"/>\n<a>elsewhere</a>'))
    expect(readDrawings).toThrow('content/drawings/mark.svg:3: <a isn’t allowed')
  })

  test.each(['<p>', '<svg viewBox="none"></svg>'])('is not “%s”', (text) => {
    write('drawings/mark.svg', text)
    expect(readDrawings).toThrow('content/drawings/mark.svg: must be one <svg viewBox=')
  })

  test('belongs to the article that names it, else always to the same one', () => {
    for (const name of ['a', 'a-page', 'b']) write(`drawings/articles/${name}.svg`, svg(`<path id="${name}"/>`))
    const all = readDrawings()
    const [a, page, b] = ['a', 'a-page', 'b'].map((name) => all[`articles/${name}`])
    expect(a).toEqual({ viewBox: '0 0 40 30', shapes: '<path id="a"/>' })
    expect(articleDrawing(all, { drawing: 'a', slug: 'x' })).toEqual({ card: a, page })
    expect(articleDrawing(all, { drawing: 'b', slug: 'x' })).toEqual({ card: b, page: b })
    expect(articleDrawing(all, { slug: 'x' })).toEqual(articleDrawing(all, { slug: 'x' }))
    expect(articleDrawing({}, { slug: 'x' })).toEqual({ card: undefined, page: undefined })
  })
})

test('a photo is there in the widths that screens ask for, each file light and without the place it was taken at', async () => {
  /** Makes an image of noise, which compresses worst. */
  const photo = (width: number, height: number) => {
    const noise = { type: 'gaussian' as const, sigma: 15, mean: 128 }
    return sharp({ create: { width, height, channels: 3, background: '#888888', noise } })
  }
  mkdirSync('content/pictures', { recursive: true })
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 0/1' } }
  await photo(1700, 1275).withExif(place).toFile('content/pictures/large.jpg')
  await photo(300, 200).withMetadata({ orientation: 6 }).toFile('content/pictures/upright.jpg')
  const large = readPicture('large.jpg', 'home/hero.yaml')
  expect(large).toMatchObject({ width: 1600, height: 1200, photo: { widths: [480, 960, 1600] } })
  expect(photoSources(large).map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect(large.src).toMatch(/^\/pictures\/large-[0-9a-f]{8}-1200\.jpg$/)
  const upright = readPicture('upright.jpg', 'home/hero.yaml')
  expect(upright).toMatchObject({ width: 200, height: 300, photo: { widths: [200] } })
  // Encoding a large AVIF takes seconds.
  for (const [format, width] of Object.entries({ avif: isLong ? 1600 : 480, webp: 1600, jpg: 1600 })) {
    const made = await encodePhoto('content/pictures/large.jpg', { name: `large-${width}.${format}`, width })
    expect(made.length, format).toBeLessThanOrEqual(200_000)
    const found = await sharp(made).metadata()
    expect([found.width, found.height, found.exif]).toEqual([width, width * 0.75, undefined])
  }
})

describe('redirects', () => {
  test.each([
    ['/a: /b\n/b: /#pricing\n', { '/a': '/#pricing', '/b': '/#pricing' }],
    ['# none\n', {}],
    ['/für: /terms#über\n', { '/f%C3%BCr': '/terms#%C3%BCber' }],
    ['/a%20b: https://münchen.example/日', { '/a%20b': 'https://xn--mnchen-3ya.example/%E6%97%A5' }],
  ])('%j lead straight to the end, as browsers and headers write it', (yaml, expected) => {
    write('redirects.yaml', yaml)
    expect(readRedirects()).toEqual(expected)
  })

  test.each([
    ['/a: /b\n/b: /c\n/c: /b\n', 'redirects back to'],
    ['/a: /b?x=1\n/b: /a\n', 'redirects back to'],
    ['/a/: /b\n', '/a/: must begin with / and end without one'],
    ['/a: /\\example.org\n', 'must start with'],
    ['/a: https://exa[mple\n', 'isn’t a valid URL'],
    ['/a: javascript:alert(1)\n', 'must start with / or https'],
  ])('%j stop the build', (yaml, reason) => {
    write('redirects.yaml', yaml)
    expect(readRedirects).toThrow(reason)
  })
})

describe('a page of text', () => {
  const about = `---
title: About {studio.name}
description: Who makes what is shown here, since when, where, and how to reach them.
---
## Since when

Look: ![The workshop](workshop.svg)
`

  test('is a file of content/pages, with headings, pictures, facts, and the day of its last change', () => {
    putSample()
    write('pages/about-us/index.md', about)
    write('pages/about-us/workshop.svg', '<svg viewBox="0 0 40 30"/>')
    const facts = readFacts()
    const [page, ...legal] = readMarkdownPages(facts)
    const title = `About ${facts.studio.name}`
    expect(page).toMatchObject({ path: '/about-us', title, updated: undefined, isLegal: false })
    expect(page?.prose.headings.map(({ text }) => text)).toEqual(['Since when'])
    expect([...(page?.pictures.keys() ?? [])]).toEqual(['workshop.svg'])
    expect(legal.map(({ path, updatedLabel }) => [path, updatedLabel])).toEqual([
      ['/privacy', 'June 1, 2025'],
      ['/terms', 'June 1, 2025'],
    ])
  })

  test.each([
    ['pages/blog.md', 'the site itself uses /blog. Rename the file'],
    ['pages/uncounted.md', 'the site itself uses /uncounted'],
    ['pages/about/index.md', 'content/pages/about.md already uses /about'],
    ['pages/About Us.md', 'It must be lowercase words joined by hyphens, like pages/about-us.md'],
    ['pages/a/b.md', 'It must be lowercase words'],
  ])('%s stops the build: %s', (file, reason) => {
    putSample()
    for (const name of ['pages/about.md', file]) write(name, about.replace(/Look.*/, 'Words.'))
    expect(() => readMarkdownPages(readFacts())).toThrow(reason)
  })
})
