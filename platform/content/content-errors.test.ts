import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enterFolder, leaveFolder, sampleFolder } from '../../tests/support/content.ts'
import { temporaryFolder } from '../../tests/support/databases.ts'
import { readArticles } from './articles.ts'
import { readAnswers } from './chat/answers.ts'
import { readFacts } from './facts/facts.ts'
import { ContentError } from './files/content-error.ts'
import { readMarkdownPages } from './markdown-pages.ts'
import { readSiteContent } from './site-content.ts'

beforeEach(() => {
  enterFolder(temporaryFolder())
  const isNeeded = (path: string) => !/sample\/(?:agent\/(?:answers|examples)|articles\/(?!kitewright))/.test(path)
  cpSync(sampleFolder, 'content', { recursive: true, filter: isNeeded })
})
afterEach(leaveFolder)

const answer =
  '- id: buy\n  title: Buy {it.name}\n  each: packages\n  says:\n    - It costs {it.url}.\n    - Yes.\n  next: Which one?\n'

/** Replaces a field, moving it to the end of the file. */
const instead = (field: string, yaml: string) => (text: string) =>
  `${text.replace(new RegExp(`^ *${field}:.*\\n(?: +.*\\n)*`, 'm'), '')}${yaml}\n`
const ends = (more: string) => (text: string) => text + more
const becomes = (passage: string | RegExp, replacement: string) => (text: string) => {
  expect(text).toMatch(passage)
  return text.replace(passage, replacement)
}

const article = 'articles/kitewright-72-hour-mvp-development/index.md'

/** Each case: the owner's error, the file, the change, and the start of the message after the file's name. */
test.each<[string, string, (text: string) => string, string]>([
  // YAML
  [
    'an apostrophe in single quotes',
    'home/hero.yaml',
    becomes(/headline:.*/, "headline: 'We don't'"),
    ": line N: the value ends before this. Put all of it in double quotes, and write \\\" for a quote in it\n\nheadline: 'We don't'\n                  ^^",
  ],
  [
    'a text after its quotes',
    'home/hero.yaml',
    becomes(/headline:.*/, 'headline: "We" fly'),
    ': line N: the value ends before this',
  ],
  [
    'a quote without its pair',
    'home/hero.yaml',
    becomes(/headline:.*/, 'headline: "We'),
    ': line N: a field is a name, a colon, and a space, as in `name: Ada`. A value that begins with a quote ends with one',
  ],
  [
    'a fact first',
    'home/hero.yaml',
    becomes(/headline:.*/, 'headline: {studio.name} flies'),
    ': line N: the value ends before this',
  ],
  [
    'an at sign first',
    'home/hero.yaml',
    becomes(/headline:.*/, 'headline: @home'),
    ': line N: a value can’t begin with this character. Put it in double quotes\n\nheadline: @home\n          ^',
  ],
  [
    'an exclamation mark first',
    'home/hero.yaml',
    becomes(/headline:.*/, 'headline: !new'),
    ': line N: a value can’t begin with this character',
  ],
  [
    'curly quotes',
    'home/hero.yaml',
    becomes(/headline:.*/, 'headline: “We fly”'),
    ': line N: visitors would see these curly quotes. Use " instead, or "“ ”" to show them',
  ],
  [
    'a colon in a title',
    article,
    becomes(/title:.*/, 'title: Trends: 2025'),
    ': line N: put values with a colon and a space in double quotes',
  ],
  [
    'a field indented too far',
    'home/services.yaml',
    becomes(/( +)description:/, '$1  description:'),
    ': line N: put values with a colon and a space in double quotes, and each field on its own line, indented like its neighbors',
  ],
  [
    'a field twice',
    'studio.yaml',
    becomes(/email:.*/, '$&\n$&'),
    ': line N: email is there twice. Remove one of them\n\nemail: hello',
  ],
  ['a missing colon', 'studio.yaml', becomes(/email:/, 'email'), ': line N: a field is a name, a colon, and a space'],
  ['a missing space', 'studio.yaml', becomes(/email: /, 'email:'), ': line N: a field is a name, a colon, and a space'],
  ['a tab', 'calls.yaml', becomes('  monday:', '\tmonday:'), ': line N: indent with spaces, not tabs'],
  // Wrong types
  [
    'a day off as a list',
    'calls.yaml',
    instead('exceptions', 'exceptions:\n  - 24.12.2026'),
    ':\n  exceptions[0]: must be a group of fields, like { from: 2026-12-24, to: 2027-01-01 } (line ',
  ],
  [
    'a social link',
    'studio.yaml',
    instead('social', 'social:\n  - https://x.com/me'),
    ':\n  social[0]: must be a group of fields, like { network: …, url: https://… } (line ',
  ],
  [
    'a link as a text',
    'frame.yaml',
    becomes(/links:\n/, '$&    - /about\n'),
    ':\n  bar.links[0]: must be a group of fields, like { text: …, to: /#pricing } (line N: /about)',
  ],
  [
    'a list of texts',
    'home/services.yaml',
    instead('items', 'items:\n  - Weddings'),
    ':\n  items[0]: must be a group of fields, like { title: …, description: … } (line ',
  ],
  [
    'a list for a text',
    'studio.yaml',
    instead('tagline', 'tagline: [a, b]'),
    ':\n  tagline: must be text, not a list (line ',
  ],
  ['nothing for a text', 'studio.yaml', instead('tagline', 'tagline:'), ':\n  tagline: has no value (line '],
  [
    'a text for a list',
    'studio.yaml',
    instead('areasServed', 'areasServed: PT'),
    ':\n  areasServed: must be a list, like [PT, …] (line ',
  ],
  [
    'tags as a text',
    article,
    becomes(/tags:.*/, 'tags: SaaS, Trends'),
    ':\n  tags: must be a list, like [one, another] (line N: SaaS, Trends)',
  ],
  [
    'hours as a text',
    'calls.yaml',
    becomes(/monday:.*/, 'monday: 9am-5pm'),
    ':\n  hours.monday: must be a list, like ["09:00-12:30", …] (line N: 9am-5pm)',
  ],
  [
    'hours without minutes',
    'calls.yaml',
    becomes(/monday:.*/, 'monday: ["9-17"]'),
    ':\n  hours.monday[0]: must be two times, the earlier one first, like 09:00-12:30 (in 5-minute steps)',
  ],
  [
    'a number with a unit',
    'offers.yaml',
    becomes(/replyWithinHours:.*/, 'replyWithinHours: 24 h'),
    ':\n  promises.replyWithinHours: must be just a number, like 116, without quotes or a unit (line ',
  ],
  [
    'a price without a currency',
    'offers.yaml',
    becomes(/price: .*/, 'price: 500'),
    ':\n  packages[0] (startup-mvp).price: needs a currency, like $500',
  ],
  [
    'a color by name',
    'theme.yaml',
    becomes(/ground:.*/, 'ground: beige'),
    ':\n  colors.light.ground: must be a color with six digits, like "#fbf8f2" (line N: beige)',
  ],
  [
    'a date in German',
    article,
    becomes(/\ndate:.*/, '\ndate: 24.12.2026'),
    ':\n  date: must be a day, like 2025-12-06 (line N: 24.12.2026)',
  ],
  ['no date', article, becomes(/\ndate:.*/, ''), ':\n  date: is missing'],
  // Names
  [
    'a section that isn’t one',
    'home/page.yaml',
    becomes('- pricing', '- prices'),
    ':\n  sections[7]: unknown section prices. The sections are banner, hero, services, why-choose, technology, process, clients, pricing, testimonials, founder, contact (line N: prices)',
  ],
  [
    'a section without its file',
    'home/page.yaml',
    becomes('- pricing', '- testimonials: quotes'),
    ':\n  sections[7]: needs content/home/quotes.yaml. Copy sample/home/testimonials.yaml there, or remove this line (line N)',
  ],
  [
    'a weekday with a capital letter',
    'calls.yaml',
    becomes('monday', 'Monday'),
    ':\n  hours.Monday: unknown field; did you mean `monday`? (line N)',
  ],
  [
    'a redirect without its slash',
    'redirects.yaml',
    ends('old.html: /about\n'),
    ':\n  old.html: must begin with / and end without one, like /old-address (line N: /about)',
  ],
  [
    'a fact its group lacks',
    article,
    ends('\n{packages.startup-mvp.from}\n'),
    ':N: {packages.startup-mvp.from} isn’t a number, range, or text in content/offers.yaml; packages.startup-mvp has id, name, price, supportDays, contents',
  ],
  [
    'a fact an entry lacks',
    'agent/answers/buy.yaml',
    () => answer,
    ':\n  [0] (buy).says[0]: {it.url} isn’t a number, range, or text in the entry startup-mvp; it has id, name, price, supportDays, contents (line N: It costs {it.url}.)',
  ],
  // Copy
  [
    'a picture with its folder',
    article,
    ends('\n![x](/pictures/river.jpg)\n'),
    ':N: the picture /pictures/river.jpg must be named without a folder. Write river.jpg',
  ],
  [
    'an open code block',
    article,
    ends('\n```\ncode\n\n| a | b |\n'),
    ':N: the code block that begins here has no end. Add a line of ``` below it',
  ],
  [
    'a squashed scale',
    article,
    ends('\n```scale\ncaption: A figure. unit: days rows: Talking: 1\n```\n'),
    ':N: the scale block: line N: put values with a colon and a space in double quotes, and each field on its own line',
  ],
  [
    'no fields',
    'legal/terms.md',
    () => '# Terms\n',
    ': must begin with its fields, each on its own line, between two lines of ---, like { title: …, description: …, updated: 2025-12-06 }',
  ],
])('%s is named with file, line, and what to write', (_, file, change, message) => {
  const path = join('content', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, change(existsSync(path) ? readFileSync(path, 'utf8') : ''))
  const problems = problemsIn(file.split('/')[0])
  expect(problems.replaceAll(/(?<=line )\d+|(?<=\.md:)\d+/g, 'N')).toContain(`content/${file}${message}`)
  const lines = problems.split('\n').filter((line) => line.startsWith('  '))
  expect(new Set(lines).size, problems).toBe(lines.length)
})

test('a file with another extension is named, not left out', () => {
  renameSync('content/home/hero.yaml', 'content/home/hero.yml')
  expect(problemsIn()).toBe('content/home/hero.yml: rename it. Content files end with .yaml or .md')
  renameSync('content/home/hero.yml', 'content/home/hero.yaml')
  renameSync('content/frame.yaml', 'content/frames.yaml')
  expect(problemsIn()).toBe('content/frame.yaml: there is no such file; did you mean `frames.yaml`?')
  renameSync('content/frames.yaml', 'content/frame.yaml')
  expect(problemsIn()).toBe('')
})

test('an invalid day causes no second message', () => {
  const replace = (file: string, passage: RegExp, instead: string) =>
    writeFileSync(`content/${file}`, becomes(passage, instead)(readFileSync(`content/${file}`, 'utf8')))
  replace('calls.yaml', /from: 2026-12-24/, 'from: 24.12.2026')
  expect(problemsIn()).toMatch(/^content\/calls.yaml:\n {2}exceptions\[0\].from: must be a day[^\n]*$/)
  replace(article, /^date: .*/m, 'date: 20/11/2026')
  expect(problemsIn('articles')).toMatch(/^content\/articles\/.*:\n {2}date: must be a day[^\n]*$/)
})

test('without calls.yaml, a sentence about calls is named with what to do', () => {
  rmSync('content/calls.yaml')
  mkdirSync('content/agent/answers', { recursive: true })
  writeFileSync('content/agent/answers/own.yaml', answer.replace('It costs {it.url}.', 'Pick a time at {call.page}.'))
  expect(problemsIn('agent')).toContain('{call.page} needs content/calls.yaml. Restore it, or remove this sentence')
})

/** Reads all content like a build and returns the problems in a folder. */
function problemsIn(folder = ''): string {
  try {
    if (folder === 'articles') readArticles(readFacts(), new Date())
    else if (folder === 'legal') readMarkdownPages(readFacts())
    else if (folder === 'agent') readAnswers({ ...readFacts(), page: {} })
    else readSiteContent()
    return ''
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return error.message
  }
}
