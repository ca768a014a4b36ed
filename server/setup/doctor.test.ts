import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filesIn, starterFiles } from '../../platform/content/starter/starter.ts'
import { enterFolder, leaveFolder } from '../../tests/support/content.ts'
import { temporaryFolder } from '../../tests/support/databases.ts'
import { putStudio } from '../../tests/support/studios.ts'
import { articleFindings, checkContent, checkDatedFacts, uncheckedLegalPages } from './check-content.ts'
import { checkEmailRecords } from './check-email.ts'
import { checkSite, checkWeight } from './check-site.ts'
import { contentParts } from './content-parts.ts'
import { ownParts, sampleContent } from './sample-content.ts'

test('pages built for another SITE_URL are wrong. An unencrypted or local URL is noted', () => {
  const dist = temporaryFolder()
  writeFileSync(join(dist, 'static.json'), JSON.stringify({ siteUrl: 'https://a.example', files: [], redirects: {} }))
  expect(checkSite('https://lumen.example', dist)).toMatchObject([
    { state: 'wrong', text: expect.stringContaining('but the pages were built for https://a.example') },
  ])
  expect(checkSite('https://a.example', dist)).toMatchObject([{ state: 'ok' }])
  for (const [url, state] of [
    ['https://lumen.example', 'ok'],
    ['http://lumen.example', 'note'],
    ['http://localhost:4321', 'note'],
  ] as const)
    expect(checkSite(url, '/nowhere')).toMatchObject([{ state }])
})

test('a due article that isn’t built is wrong. A scheduled article is noted with its day', () => {
  const articles = [
    { slug: 'out', path: '/blog/out', date: '2025-01-01', unpublished: undefined },
    { slug: 'due', path: '/blog/due', date: '2026-11-20', unpublished: undefined },
    { slug: 'later', path: '/blog/later', date: '2026-12-01', unpublished: 'scheduled' as const },
    { slug: 'draft', path: '/blog/draft', date: '2025-01-01', unpublished: 'draft' as const },
  ]
  expect(articleFindings(articles, new Set(['/blog/out'])).map(({ state, text }) => `${state}: ${text}`)).toEqual([
    'wrong: due isn’t in the last build',
    'note: later will be published on 2026-12-01',
  ])
})

test('a fact that was valid until a day is noted from the next day on', () => {
  const facts = { capacity: { slots: { until: '2026-12-31', says: 'One is left.', afterwards: 'Ask.' } } }
  const findings = (day: string) => checkDatedFacts(new Date(`${day}T12:00:00Z`), facts).map(({ text }) => text)
  expect(findings('2026-12-31')).toEqual([])
  expect(findings('2027-01-01')).toEqual(['capacity.slots expired on 2026-12-31'])
})

test('an offer or number that the chat doesn’t mention is noted with what to write', () => {
  const folder = putStudio('begun', temporaryFolder())
  const add = (file: string, yaml: string) => appendFileSync(join(folder, 'content', file), yaml)
  const notes = () => {
    enterFolder(folder)
    onTestFinished(leaveFolder)
    return checkContent().flatMap(({ text, todo }) => (text.includes('doesn’t mention') ? [`${text}: ${todo}`] : []))
  }
  expect(notes()).toEqual([])
  add('offers.yaml', 'retainer: { name: A year of portraits, price: 90 € }\n')
  add('studio.yaml', 'phone: +41 44 668 18 00\n')
  expect(notes()).toEqual([
    'The chat doesn’t mention A year of portraits: Write {retainer.name}: {retainer.price}, also in content/llms.yaml in an answer.',
    'The chat doesn’t mention your phone number, +41 44 668 18 00: Write {studio.phone} in an answer.',
  ])
  add(
    'agent/answers/starter.yaml',
    '- id: more\n  title: More\n  says: ["{retainer.name}: {retainer.price}.", "Call {studio.phone}."]\n  next: Yes?\n',
  )
  add('agent/examples/starter.yaml', 'more: a retainer\n')
  expect(notes()).toEqual([])
})

test('a legal page is noted while it’s the starter’s, whatever its day', () => {
  const files = starterFiles('we')
  const noted = () => uncheckedLegalPages(contentParts(files)).map(({ text }) => text.split(' ')[0])
  const change = (file: string, from: string, to: string) =>
    files.set(file, Buffer.from(String(files.get(file)).replace(from, to)))
  change('legal/terms.md', 'updated: ', 'updated: 2030-01-01 # ')
  expect(noted()).toEqual(['content/legal/privacy.md', 'content/legal/terms.md'])
  change('legal/privacy.md', '## ', 'My own sentence.\n\n## ')
  expect(noted()).toEqual(['content/legal/terms.md'])
})

test('a home page over one round trip is noted in kilobytes', () => {
  const dist = temporaryFolder()
  expect(checkWeight(dist)).toEqual([])
  mkdirSync(join(dist, 'client'))
  writeFileSync(join(dist, 'client/index.html.br'), Buffer.alloc(14_000))
  expect(checkWeight(dist)).toEqual([])
  writeFileSync(join(dist, 'client/index.html.br'), Buffer.alloc(15_230))
  expect(checkWeight(dist).map(({ text, todo }) => `${text}. ${todo}`)).toEqual([
    expect.stringContaining('is 15.2 kB. That’s more than the 14.0 kB of a first round trip'),
  ])
})

const pieces = contentParts()

const made = [
  'home/clients.yaml heading own',
  'home/clients.yaml items.0.name a',
  'home/clients.yaml items.0.text b',
  'home/clients.yaml items.1.name mine',
  'home/clients.yaml items.1.text c',
  'legal/terms.md text.0 d',
  'legal/privacy.md text.0 e',
  'articles/mine/kite.svg  picture',
  'articles/mine/index.md title f',
].map((line) => {
  const [file = '', path = '', hash = ''] = line.split(' ')
  return { file, path: path.split('.').filter(Boolean), hash, isToWrite: false, isCommon: false }
})

test('names sample text: the largest whole folder, file, entry, or field', () => {
  const findings = sampleContent(made, new Set(['a', 'b', 'c', 'd', 'e', 'f']))
  expect(findings.map(({ file, text }) => `${file}: ${text}`)).toEqual([
    'home/clients.yaml: items[0], items[1].text',
    'legal/: all 2 files',
    'articles/mine/index.md: all of it',
  ])
  expect(sampleContent(made, new Set())).toEqual([])
})

test('a day that is the sample’s by chance isn’t named, but a whole entry is', () => {
  const parts = (text: string) => contentParts(new Map([['calls.yaml', Buffer.from(text)]]))
  const sample = new Set(parts('zone: Z\nexceptions: [{ from: 2026-12-24, to: 2027-01-01 }]').map(({ hash }) => hash))
  const named = (text: string) => sampleContent(parts(text), sample).map((each) => each.text)
  expect(named('zone: Own\nexceptions: [{ from: 2026-12-24, to: 2026-12-26 }]')).toEqual([])
  expect(named('zone: Own\nexceptions: [{ from: 2026-12-24 }]')).toEqual([])
  expect(named('zone: Own\nexceptions: [{ from: 2026-12-24, to: 2027-01-01 }]')).toEqual(['exceptions'])
})

test('copy that any studio could use isn’t the sample’s', () => {
  const own = ownParts(pieces)
  const has = (file: string, ...path: string[]) =>
    own.some((each) => each.file === file && path.every((key, i) => each.path[i] === key))
  expect(has('offers.yaml', 'capacity', 'asOf') && has('drawings/hero.svg')).toBe(true)
  expect(has('newsletter.yaml', 'form', 'consent')).toBe(true)
  expect(has('newsletter.yaml', 'form', 'send') || has('offers.yaml', 'promises', 'keepBackupsDays')).toBe(false)
})

test('a drawing is recognized under any name, in any colors, with an extra line', () => {
  const folder = temporaryFolder()
  const file = 'drawings/hero.svg'
  const drawing = readFileSync(join('sample', file), 'utf8')
  const changed = drawing.replaceAll(/>\s*</g, '>\n\n  <').replaceAll(/\bclass="[^"]*"/g, 'fill="teal"')
  writeFileSync(join(folder, 'sky.svg'), changed.replace('</svg>', '<path d="M0 0h400"/></svg>'))
  const sample = pieces.filter((each) => each.file === file).map(({ hash }) => hash)
  const text = expect.stringContaining(`shapes[7] and ${sample.length - 8} more`)
  expect(sampleContent(contentParts(filesIn(folder)), new Set(sample))).toMatchObject([{ file: 'sky.svg', text }])
})

describe('a name server', () => {
  type Answers = Record<string, string[] | 'ENODATA' | 'ETIMEOUT' | 'ESERVFAIL' | 'silence'>

  /** A resolver that knows only these names. As in DNS, long records come in pieces. */
  const resolverThat = (answers: Answers) => ({
    resolveTxt: async (name: string) => {
      const answer = answers[name] ?? 'ENOTFOUND'
      if (answer === 'silence') return await new Promise<never>(() => {})
      if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer })
      return answer.map((record) => record.match(/.{1,255}/gs) ?? [''])
    },
  })

  async function findingsFor(answers: Answers, timeoutMs?: number, domain = 'a.com'): Promise<string[]> {
    const findings = await checkEmailRecords(domain, resolverThat(answers), timeoutMs)
    return findings.map(({ state, text, todo = '' }) => `${state} ${text}. ${todo}`)
  }

  const spf = { 'a.com': ['v=spf1 -all'] }
  const dmarc = { '_dmarc.a.com': ['v=DMARC1; p=none'] }

  test.each<[Answers, ...RegExp[]]>([
    [{ ...dmarc, 'a.com': ['other', 'v=spf1 ip4:192.0.2.0/24 a mx:b.com -all'] }, /^ok SPF for a\.com exists/],
    [{ ...dmarc, 'a.com': ['v=spf1 redirect=b.com'] }, /^ok SPF for a\.com exists/],
    [{ ...dmarc, 'a.com': ['google-site-verification=x', 'v=spf10 -all'] }, /^wrong a\.com has no SPF record/],
    [{ ...dmarc, 'a.com': ['v=spf1 -all', 'v=spf1 mx -all'] }, /^wrong a\.com has 2 SPF records/],
    [{ ...dmarc, 'a.com': ['v=spf1 all'] }, /^wrong .+\+all/],
    [{ ...dmarc, 'a.com': ['v=spf1 mx ?all'] }, /^\w+ SPF for a\.com doesn’t cover/],
    [{ ...spf, '_domainkey.a.com': 'ENODATA' }, /SPF/, /^ok a\.com has a DKIM key/],
    [spf, /SPF/, /no DKIM key.* under _domainkey\.a\.com/],
    [{ ...spf, '_domainkey.a.com': 'ETIMEOUT' }, /SPF/, /Couldn’t check DKIM for a\.com/],
    [
      { ...spf, '_dmarc.a.com': ['v=DMARC1;p=Reject;rua=mailto:x@a.com'] },
      /SPF/,
      /./,
      /^ok DMARC for a\.com says p=reject/,
    ],
    [{ ...spf, '_dmarc.a.com': ['hello'] }, /SPF/, /./, /a\.com has no DMARC record/],
    [{ ...spf, '_dmarc.a.com': ['v=DMARC1; p=maybe'] }, /SPF/, /./, /^wrong .+p= must be/],
    [{ ...spf, '_dmarc.a.com': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, /SPF/, /./, /^wrong .+2 DMARC/],
    [{ ...spf, '_dmarc.a.com': 'silence' }, /^ok SPF/, /no DKIM key/, /Couldn’t check DMARC for a\.com/],
    [{ 'a.com': 'ESERVFAIL' }, /Couldn’t check SPF, DKIM, and DMARC for a\.com. The DNS server didn’t respond/],
    [{}, /The DNS server doesn’t know a\.com/],
  ])('that answers %j', async (answers, ...expected) => {
    const findings = await findingsFor(answers, 20)
    for (const [n, pattern] of expected.entries()) expect(findings[n]).toMatch(pattern)
  })

  test('with a DMARC record for a domain has it for its subdomains', async () => {
    const found = await findingsFor({ 'mail.a.com': ['v=spf1 -all'], ...dmarc }, undefined, 'mail.a.com')
    expect(found.at(-1)).toMatch(/^ok DMARC for mail\.a\.com says p=none/)
  })
})
