import { onTestFinished } from 'vitest'
import type { IssueMailRow, IssueRow } from '../../migrations/tables.ts'
import { sendIssue } from '../../src/features/newsletter/issue/issue.service.ts'
import { IssueSender } from '../../src/features/newsletter/issue/issue-sender.ts'
import { type RenderedIssue, unsubscribePlace } from '../../src/features/newsletter/letter/letter.ts'
import { createSilentLog } from '../../src/server/log.ts'
import type { Mailer } from '../../src/server/mail/mailer.ts'
import { type Engine, type Place, sqlite } from './databases.ts'
import { openTestApp, type TestApp } from './desk.ts'
import { reader } from './made-readers.ts'

export const slug = 'mvp-development-guide'

const letter: RenderedIssue = {
  subject: 'A letter ✓',
  text: `A text\n\nLeave: ${unsubscribePlace}`,
  html: `<p>A text</p><a href="${unsubscribePlace}">Leave</a>`,
}

export type IssueDesk = {
  app: TestApp
  place: Place
  sender: IssueSender
  issue: () => Promise<IssueRow>
  /** Its mails in the order of the readers' numbers. */
  mails: () => Promise<IssueMailRow[]>
  states: () => Promise<string[]>
  /** Another process that sends. */
  newSender: (mailer?: Mailer, mailsPerMinute?: number) => IssueSender
}

type Options = { engine?: Engine; readers?: number; mailsPerMinute?: number; isSent?: boolean }

/** A database with an issue to this many readers, and a sender that is not started; the test moves the clock. */
export async function openIssueDesk(
  mailer: Mailer,
  { engine = sqlite, readers = 1, mailsPerMinute = 1_000_000, isSent = true }: Options = {},
): Promise<IssueDesk> {
  const place = await engine.createPlace()
  const app = await openTestApp(place)
  const { database, clock, newsletter } = app
  const rows = Array.from({ length: readers }, (_, n) => reader(n))
  if (rows.length > 0) await database.write((tx) => tx.insertInto('subscribers').values(rows).execute())
  if (isSent) await sendLetter(app, readers)
  const newSender = (other = mailer, pace = mailsPerMinute) => {
    const { salt, links } = newsletter
    const needs = {
      database,
      mailer: other,
      now: () => clock.now,
      log: createSilentLog(),
      limits: { mailsPerMinute: pace },
    }
    const sender = new IssueSender({ ...needs, salt, links, studio: app.studio })
    onTestFinished(() => sender.stop(0))
    return sender
  }
  const mails = () => database.db.selectFrom('issue_mails').selectAll().orderBy('subscriber_id').execute()
  return {
    app,
    place,
    sender: newSender(),
    issue: () => database.db.selectFrom('issues').selectAll().executeTakeFirstOrThrow(),
    mails,
    states: async () => (await mails()).map(({ state }) => state),
    newSender,
  }
}

export async function sendLetter({ database, now, newsletter }: TestApp, confirm: number) {
  const deps = { database, now, from: newsletter.mail.from }
  return await sendIssue(deps, { slug, issue: letter, confirm })
}
