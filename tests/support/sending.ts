import type { SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { enqueue, type NewEmail } from '../../platform/email/outbox/store.ts'
import { OutboxWorker } from '../../platform/email/outbox/worker.ts'
import type { Delivery, Mailer } from '../../platform/email/smtp/mailer.ts'
import type { Email } from '../../platform/email/smtp/message.ts'
import { createSmtpMailer } from '../../platform/email/smtp/smtp-mailer.ts'
import { createSilentLog } from '../../platform/log.ts'
import { sendIssue } from '../../server/newsletter/issues/issue.ts'
import { issueBatches } from '../../server/newsletter/issues/sender.ts'
import { type RenderedIssue, unsubscribePlaceholder } from '../../server/newsletter/links.ts'
import { enterFolder, leaveFolder, putOwnContent } from './content.ts'
import { type Engine, openTestDatabase, sqlite, temporaryFolder } from './databases.ts'
import { openTestApp, type TestApp } from './desk.ts'
import { openSmtpServer, type TestSmtpServer } from './open-smtp-server.ts'
import { addSubscribers } from './subscribers.ts'

/** `openSmtpServer`, closed after the test. */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  afterData?: Parameters<typeof openSmtpServer>[1],
): Promise<TestSmtpServer> {
  const server = await openSmtpServer(options, afterData)
  onTestFinished(server.stop)
  return server
}

/** An error with the SMTP code that the server sends. */
export const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** Closed after the test. */
export function mailerFor({ url }: { url: string }, limits: Parameters<typeof createSmtpMailer>[1] = {}): Mailer {
  const mailer = createSmtpMailer(url, limits)
  onTestFinished(() => mailer.close())
  return mailer
}

export const taken: Delivery = { outcome: 'sent', answer: '250 taken' }
export const deferred: Delivery = { outcome: 'deferred', answer: '451 later' }
export const refused: Delivery = { outcome: 'refused', answer: '554 5.7.1 no', isDeadAddress: false }
export const dead: Delivery = { outcome: 'refused', answer: '550 5.1.1 unknown', isDeadAddress: true }
export const unknown: Delivery = { outcome: 'unknown', answer: 'the connection broke' }

type Judge = (n: number, email: Email, signal: AbortSignal) => Delivery | Promise<Delivery>

/** A mailer whose result for the nth email comes from `judge`. `got` lists the addresses. */
export function judging(judge: Judge) {
  const got: string[] = []
  const nothing = async () => {}
  const mailer: Mailer = {
    description: 'a test mailer',
    send: async (email, signal) => await judge(got.push(email.to.address), email, signal),
    ...{ retract: nothing, verify: nothing, close: nothing },
  }
  return { mailer, got }
}

/** To `ada@example.com`. */
export const email: NewEmail = {
  kind: 'test',
  about: undefined,
  from: { name: 'Kitewright', address: 'hello@kitewright.example' },
  to: { name: 'Ada, Countess', address: 'ada@example.com' },
  subject: 'Hello ✓',
  text: 'A text',
  html: '<p>A text</p>',
}

/** A new outbox with this many emails, and a clock that the test moves. */
export async function openOutbox(by: Mailer | Judge = () => taken, emails: number | NewEmail[] = 1, engine = sqlite) {
  const { mailer, got } = typeof by === 'function' ? judging(by) : { mailer: by, got: [] }
  const database = await openTestDatabase(engine)
  const clock = { now: Date.UTC(2026, 10, 20) }
  let sent = 0
  const send: Mailer['send'] = async (...sending) => {
    // Makes a broken claim fail the test instead of hanging it.
    if (++sent > 50) await database.close()
    return await mailer.send(...sending)
  }
  const needs = {
    database,
    mailer: { ...mailer, send },
    renderEmail: async () => undefined,
    now: () => clock.now,
    log: createSilentLog(),
  }
  await database.write(async (tx) => {
    for (const each of typeof emails === 'number' ? Array<NewEmail>(emails).fill(email) : emails)
      await enqueue(tx, each, clock.now)
  })
  const rows = () => database.db.selectFrom('outbox').selectAll().execute()
  return { database, outbox: new OutboxWorker(needs), needs, clock, rows, got }
}

export const slug = 'mvp-development-guide'

const rendered: RenderedIssue = {
  subject: 'An issue ✓',
  text: `A text\n\nLeave: ${unsubscribePlaceholder}`,
  html: `<p>A text</p><a href="${unsubscribePlaceholder}">Leave</a>`,
}

type Options = { engine?: Engine; subscribers?: number; emailsPerMinute?: number; isSent?: boolean }

/** An app with an issue to this many subscribers, and a sender that isn't started; the test moves the clock. */
export async function openIssue(
  by: Mailer | Judge = () => taken,
  { engine = sqlite, subscribers = 1, emailsPerMinute = 1_000_000, isSent = true }: Options = {},
) {
  const { mailer, got } = typeof by === 'function' ? judging(by) : { mailer: by, got: [] }
  const place = await engine.createPlace()
  const app = await openTestApp(place)
  const { database, renderEmail, now } = app
  await addSubscribers(database, subscribers)
  if (isSent) await sendTestIssue(app, subscribers)
  /** Another sender, as in a second process. */
  const newSender = () => {
    const log = createSilentLog()
    const batches = issueBatches({ ...app, limits: { ...app.limits, emailsPerMinute }, log })
    const sender = new OutboxWorker({ database, mailer, renderEmail, batches, now, log })
    onTestFinished(() => sender.stop(0))
    return sender
  }
  /** Ordered by subscriber number. */
  const emails = () =>
    database.db.selectFrom('outbox').selectAll().where('batch', 'is not', null).orderBy('id').execute()
  const issue = () => database.db.selectFrom('issues').selectAll().executeTakeFirstOrThrow()
  const states = async () => (await emails()).map(({ state }) => state as string)
  const sender = newSender()
  /** Sends what is due now, then again after each interval. */
  const sendEvery = async (ms: number, times: number) => {
    for (let n = 0; n < times; n++) {
      await sender.sendDue()
      app.clock.now += ms
    }
  }
  const sendHourly = (times: number) => sendEvery(3_600_000, times)
  const sendEachSecond = (times: number) => sendEvery(1_000, times)
  return { app, place, sender, issue, emails, states, newSender, sendHourly, sendEachSecond, got }
}

type TestIssue = { slug?: string; subject?: string; at?: number }

export async function sendTestIssue(app: TestApp, confirm: number, words: TestIssue = {}) {
  const { slug: of = slug, at, ...changed } = words
  const { from } = emailAddresses(app.environment, app.studio)
  return await sendIssue(app, { slug: of, from, rendered: { ...rendered, ...changed }, confirm, at })
}

/** Enters a content/ with the postal address that issues need. Once the app is open: others of this worker have the sample's. */
export function enterOwnContent(): string {
  const folder = putOwnContent(temporaryFolder())
  onTestFinished(leaveFolder)
  enterFolder(folder)
  return folder
}

/** The visible text of an email: without markup, invisible characters, and the preview, which is truncated. */
export function readable(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'" }
  return html
    .replace(/^.*<body.*?<div style="display:none.*?<\/div>/s, '')
    .replace(/^.*<body[^>]*>/s, '')
    .replaceAll(/<!--\[if mso\]>.*?<!\[endif\]-->/gs, '')
    .replaceAll(/<(?:br|\/p|\/td|\/th|\/h\d|\/li|\/div|\/blockquote)[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\u200c(?=[.:@])/g, '')
    .replaceAll(/&(lt|gt|quot|amp|#x27);/g, (_, name: string) => entities[name] ?? '')
}
