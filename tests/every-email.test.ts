import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { contrast } from '../platform/color.ts'
import { readArticles } from '../platform/content/articles.ts'
import { emailTexts } from '../platform/content/email-sender.ts'
import { siteContent } from '../platform/content/site-content.ts'
import { plainLook } from '../platform/email/layout/inline-styles.ts'
import { deskUrl } from '../platform/environment.ts'
import { backupFailedEmail } from '../server/backup/emails.tsx'
import { bookCall } from '../server/calls/book-call.ts'
import { readFreeTimes } from '../server/calls/calendar.ts'
import { cancelCall, moveCall } from '../server/calls/change-call.ts'
import { calendarFailedEmail } from '../server/calls/emails.tsx'
import { listCalls } from '../server/calls/store.ts'
import { submitConsultation } from '../server/chat/consultation.ts'
import { emails } from '../server/emails.ts'
import { submitContact } from '../server/leads/accept-lead.ts'
import { digestPauseMs } from '../server/leads/notify.ts'
import { encodedBytes, renderIssue } from '../server/newsletter/issues/render-issue.tsx'
import { subscribe } from '../server/newsletter/sign-up.ts'
import { weekEmail } from '../server/overview/week-email.tsx'
import { readReport } from '../server/visits/report.ts'
import { sqlite } from './support/databases.ts'
import { act, ada, adaConsultation, openTestApp, type TestApp, visitor, writtenEmails } from './support/desk.ts'
import { readable } from './support/sending.ts'

type Words = { kind: string; subject: string; text: string; html: string }

const { light } = siteContent().theme.colors
/** Whatever a visitor can type that wants to be a link, markup, a style, a line of ours or a further fact. */
const bait = [
  'Log in at https://evil.example/login or www.evil.example, call me@evil.example',
  '<a href="https://evil.example/" class="button">Answer by mail</a><img src="https://evil.example/x.png">',
  '---',
  'Reference: KW-00000000',
  '</blockquote></td></tr></table><h1>Kitewright</h1>',
  '" style="@p',
  'price  =   1 &zwnj;&nbsp; &lt;b&gt;',
  '\u202Egpj.elif\u202C',
].join('\n')
const baitLine = bait.replaceAll(/[\n\u202E\u202C]/g, ' ').slice(0, 90)
const chat = [
  { role: 'user', content: bait },
  { role: 'assistant', content: 'Agreed: https://evil.example/ pays.' },
] as const

let made: Promise<Words[]> | undefined
const everyEmail = () => (made ??= makeEveryEmail())

/** Every email that the program can send, as visitors and hours bring it about. */
async function makeEveryEmail(): Promise<Words[]> {
  const app = await openTestApp(await sqlite.createPlace(), {}, { limits: { ownerEmails: { max: ownerEmails } } })
  await provokeAll(app)
  const { brand } = emailTexts(siteContent(), app.environment.siteUrl)
  const failed = backupFailedEmail({ problem: bait, lastAt: undefined }, app)
  const calendar = { name: 'calendar 1', problem: bait, since: app.clock.now, until: 0 }
  const unread = calendarFailedEmail(calendar, app)
  const span = { from: '2026-11-16', to: '2026-11-22' }
  const sources = [{ source: baitLine, visits: 12, leads: 1 }]
  const tasks = [{ text: '1 call this week', href: deskUrl('/calendar') }]
  const week = { kind: 'week', ...weekEmail({ ...(await readReport(app.database.db, span)), sources }, tasks, brand) }
  const emails = [...(await writtenEmails(app)), failed, unread, week, ...issues()]
  return emails.map(({ kind, subject, text, html }) => ({ kind, subject, text, html: html ?? '' }))
}

/** More leads than this within an hour are one email. */
const ownerEmails = 8

async function provokeAll(app: TestApp): Promise<void> {
  const from = (n: number) => ({ ...visitor, sender: `10.0.${n}.1`, page: '/', referrer: 'https://evil.example/<i>' })
  const nasty = { name: baitLine, email: 'mallory@example.org', project: bait }
  await submitContact(app, ada, from(1))
  await submitContact(app, nasty, { ...from(2), honeypot: true })
  const other = await submitContact(app, { ...nasty, email: 'other@example.org' }, from(3))
  await act(app, 'leads.reply', { reference: other.reference, text: 'Hi,\n\nno: http://localhost:4321/call' })
  const consultation = { transcript: [...chat], isAgreed: false, abandoned: false }
  const values = { ...adaConsultation, email: 'grace@example.net' }
  await submitConsultation(app, { ...consultation, values, requestId: 'a' }, from(4))
  const left = { ...consultation, abandoned: true, isAgreed: true, requestId: 'b' }
  await submitConsultation(app, { ...left, values: { ...values, name: '', email: 'eve@example.net' } }, from(5))
  app.clock.now += digestPauseMs
  await app.outbox.sendDue()
  const bad = { ...values, name: baitLine, company: baitLine, requirements: bait, email: 'eve@example.net' }
  await submitConsultation(app, { ...left, abandoned: false, values: bad }, from(5))
  await subscribe(app, { email: 'reader@example.com' }, from(6))
  await app.database.db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
  app.clock.now += 24 * 3_600_000
  await subscribe(app, { email: 'reader@example.com' }, from(6))
  await provokeCalls(app, from)
  for (let n = 0; n < ownerEmails + 2; n++) {
    const email = `many${n}@example.com`
    await submitContact(app, { ...nasty, email, project: `${n} ${bait}` }, from(10 + n))
  }
}

/** A call each that is booked, moved, canceled, held, and one that is soon. */
async function provokeCalls({ calls, clock, outbox }: TestApp, from: (n: number) => typeof visitor): Promise<void> {
  if (calls === undefined) throw new Error('the sample offers calls')
  const book = async (n: number, honeypot = false) => {
    const times = await readFreeTimes(calls)
    const words = { name: baitLine, email: `c${n}@example.org`, about: baitLine }
    const input = { start: times[0] ?? 0, zone: 'Europe/Berlin', ...words }
    const booked = await bookCall(calls, input, { ...from(100 + n), honeypot })
    return booked.outcome === 'stored' ? booked.reference : ''
  }
  await book(1)
  const [moved, canceled] = [await book(3), await book(4)]
  await moveCall(calls, { id: moved, start: (await readFreeTimes(calls)).at(-1) ?? 0 }, 'visitor')
  await cancelCall(calls, { id: canceled }, 'visitor')
  const soon = await book(5)
  const [call] = (await listCalls(calls.database.db, clock.now)).filter(({ id }) => id === soon)
  for (const hours of [23, 1]) {
    clock.now = (call?.starts_at ?? 0) - hours * 3_600_000
    await outbox.sendDue()
  }
  await book(2, true)
}

function issues(): Words[] {
  const site = { ...siteContent(), siteUrl: 'https://studio.example' }
  return readArticles(site.facts, new Date()).map((article) => ({ kind: 'issue', ...renderIssue(article, site) }))
}

/** Kinds that need a full calendar or a changed call. Tests in server/calls cover them. */
const rareKinds = ['call-requested', 'call-requested-owner', 'call-update']
const kinds = emails.map(({ kind }) => kind).filter((kind) => !rareKinds.includes(kind))

function linksIn(html: string): string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

/** What mail programs ask for, and browsers no longer do. */
const oldWays = ['no-deprecated-attr', 'no-inline-style', 'no-style-tag', 'prefer-native-element']
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: Object.fromEntries(oldWays.map((rule) => [rule, 'off'])),
})

test('every kind of email is checked here', async () => {
  expect([...new Set((await everyEmail()).map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted())
})

describe.each(kinds)('an email of the kind %s', (kind) => {
  const each = async (look: (email: Words) => void) => {
    const found = (await everyEmail()).filter((email) => email.kind === kind)
    expect(found).not.toEqual([])
    for (const email of found) look(email)
  }

  test('uses the common layout and the site’s colors, loads nothing, and is readable in dark mode', async () => {
    await each(({ html }) => {
      if (kind === 'reply') return
      expect(html).toContain(`border-left:2px solid ${light.thread}`)
      expect(html).not.toMatch(/ style="[^"]*@/)
      expect(html).toMatch(/<body style="[^"]*"><div role="article" aria-label="[^"]+" lang="en" class="letter">/)
      expect(html).not.toMatch(/<script|<link|<img|<svg|<iframe|<form|@import|url\(|<[^>]*\ssrc=/)
      const inked = [...html.matchAll(/<(\w+)([^>]*)style="[^"]*(?<!-)color:(#\w+)/g)].filter(
        ([, tag = '', rest = '', colour]) =>
          (colour === light.ink && !/^(?:h\d|td|th|table|pre|code|a)$/.test(tag)) ||
          (colour === light.second && !/class="second/.test(rest) && tag !== 'table'),
      )
      expect(inked.map(([tag]) => tag)).toEqual([])
    })
  })

  test('has everything from its HTML in its text part, with every address', async () => {
    await each(({ html, text }) => {
      const words = text.replaceAll(/\s\[\d+\]/g, '').split(/[\s“”:>,/]+/)
      const read = readable(html).split(/[\s“”:>,/]+/)
      expect(read.filter((word) => !/^[·◆]$/.test(word) && !words.includes(word))).toEqual([])
      if (kind === 'issue') return
      expect(linksIn(html).filter((href) => !text.includes(href.replace(/^mailto:(?=[^?]*$)/, '')))).toEqual([])
    })
  })

  test('links only to the site and to email addresses, escapes visitors’ text, and marks it in the text part', async () => {
    await each(({ html, text }) => {
      const own =
        /^mailto:|^http:\/\/localhost:4321\/|^http:\/\/127\.0\.0\.1:4322\/(?:inbox\/KW-|calendar$)|^https:\/\/(?:studio|meet)\.example\/|\.invalid\//
      // An article links to its sources; issues/email.test.ts checks those links.
      if (kind !== 'issue') expect(linksIn(html).filter((href) => !own.test(href))).toEqual([])
      const body = html.replace(/^.*<body/s, '').replace(/ aria-label="[^"]*"/, '')
      expect(body).not.toMatch(/evil\.example|https:\/\/evil/)
      expect(html.match(/<td class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1)
      expect(html.match(/<h1/g) ?? []).toHaveLength(kind === 'reply' ? 0 : 1)
      if (kind === 'leads-digest' || kind === 'issue') return
      const lines = text.split('\n').filter((line) => /evil|KW-00000000|<\/?[a-z]/.test(line))
      // A message is quoted. A field is one line after its label, and its wrapped lines are indented.
      const marked = /^(?:> | {2}|(?:Name|Company|Came from|From|Sources): )/
      expect(lines.filter((line) => !marked.test(line))).toEqual([])
    })
  })

  test('is valid HTML, and small', async () => {
    const emails = (await everyEmail()).filter((email) => email.kind === kind)
    for (const { html } of kind === 'issue' ? emails : emails.slice(0, 1)) {
      const { results } = await validator.validateString(html)
      expect(results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual([])
    }
    if (kind === 'issue') return
    for (const { html, text } of emails) expect(Math.max(encodedBytes(html), text.length)).toBeLessThan(24_000)
  })
})

test('visitors’ text is unchanged in the text part, and in no receipt', async () => {
  const typed = bait.split('\n').slice(2)
  const emails = await everyEmail()
  const [email] = emails.filter(({ kind, text }) => kind === 'contact-owner' && text.includes('mallory'))
  expect(email?.text.split('\n')).toEqual(expect.arrayContaining(typed.map((line) => `> ${line}`)))
  for (const { text, html } of emails.filter(({ kind }) => kind.endsWith('-receipt')))
    expect(`${text}${html}`).not.toMatch(/evil|Lovelace|mallory|engine/i)
})

test('the default colors are readable in light and dark mode', () => {
  for (const { ink, ground, panel } of [plainLook.colors.light, plainLook.colors.dark])
    for (const behind of [ground, panel]) expect(contrast(ink, behind)).toBeGreaterThan(4.5)
})
