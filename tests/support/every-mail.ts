import { readArticles } from '../../src/content/articles.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { submitConsultation } from '../../src/features/leads/consultation.form.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { digestPauseMs } from '../../src/features/leads/tell-owner.ts'
import { limits } from '../../src/features/limits.ts'
import { renderIssue } from '../../src/features/newsletter/letter/render-issue.ts'
import { subscribe } from '../../src/features/newsletter/newsletter.service.ts'
import { backupFailedMail } from '../../src/server/backup/backup-failed.email.ts'
import { sqlite } from './databases.ts'
import { ada, adaBooking, openTestApp, type TestApp, visitor, writtenMails } from './desk.ts'

export type Words = { kind: string; subject: string; text: string; html: string }

/** Whatever a visitor can type that wants to be a link, markup, a line of ours or a further fact. */
const bait = [
  'Log in at https://evil.example/login or www.evil.example, call me@evil.example',
  '<a href="https://evil.example/" class="button">Answer by mail</a><img src="https://evil.example/x.png">',
  '---',
  'Reference: KW-00000000',
  '</blockquote></td></tr></table><h1>Kitewright</h1>',
  '\u202Egpj.elif\u202C',
].join('\n')
const baitLine = bait.replaceAll(/[\n\u202E\u202C]/g, ' ').slice(0, 90)
const talk = [
  { role: 'user', content: bait },
  { role: 'assistant', content: 'Agreed: https://evil.example/ pays.' },
] as const

let made: Promise<Words[]> | undefined

/** Every mail that the program can send, as visitors and hours bring it about. To be called in a test. */
export function everyMail(): Promise<Words[]> {
  made ??= makeEveryMail()
  return made
}

async function makeEveryMail(): Promise<Words[]> {
  const app = await openTestApp(await sqlite.createPlace())
  await provokeAll(app)
  const { from, leadsTo: to, texts } = app.contact.mail
  const failed = backupFailedMail({ problem: bait, lastAt: undefined }, { from, to, brand: texts.brand })
  const mails = [...(await writtenMails(app)), failed, ...issues()]
  return mails.map(({ kind, subject, text, html }) => ({ kind, subject, text, html: html ?? '' }))
}

async function provokeAll(app: TestApp): Promise<void> {
  const from = (n: number) => ({ ...visitor, sender: `10.0.${n}.1`, page: '/', referrer: 'https://evil.example/<i>' })
  const nasty = { name: baitLine, email: 'mallory@example.org', project: bait }
  await submitContact(app.contact, ada, from(1))
  await submitContact(app.contact, nasty, { ...from(2), honeypot: true })
  await submitContact(app.contact, { ...nasty, email: 'other@example.org' }, from(3))
  const consultation = { transcript: [...talk], isAgreed: false, abandoned: false }
  const values = { ...adaBooking, email: 'grace@example.net' }
  await submitConsultation(app.booking, { ...consultation, values, requestId: 'a' }, from(4))
  const left = { ...consultation, abandoned: true, isAgreed: true, requestId: 'b' }
  await submitConsultation(app.booking, { ...left, values: { ...values, name: '', email: 'eve@example.net' } }, from(5))
  app.clock.now += digestPauseMs
  await app.outbox.sendDue()
  const bad = { ...values, name: baitLine, company: baitLine, requirements: bait, email: 'eve@example.net' }
  await submitConsultation(app.booking, { ...left, abandoned: false, values: bad }, from(5))
  await subscribe(app.newsletter, { email: 'reader@example.com' }, from(6))
  await app.database.db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
  app.clock.now += 24 * 3_600_000
  await subscribe(app.newsletter, { email: 'reader@example.com' }, from(6))
  for (let n = 0; n < limits.ownerMails.max + 3; n++) {
    const email = `many${n}@example.com`
    await submitContact(app.contact, { ...nasty, email, project: `${n} ${bait}` }, from(10 + n))
  }
}

function issues(): Words[] {
  const content = siteContent()
  const articles = readArticles({ ...content.offers, studio: content.studio }, new Date())
  return articles.map((article) => ({
    kind: 'issue',
    ...renderIssue(article, { ...content, siteUrl: 'https://studio.example' }),
  }))
}
