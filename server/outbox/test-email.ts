import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../migrations/tables.ts'
import { change, Refusal } from '../../platform/actions.ts'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { readSetting, writeSetting } from '../../platform/db/settings.ts'
import { messageIdOf } from '../../platform/email/address.ts'
import { automatic } from '../../platform/email/outbox/store.ts'
import { minuteMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'

const key = 'email-test'

/** Reads when the mail server last accepted a test email, in ms since 1970, as text. */
export async function readEmailTest(db: Db): Promise<string | undefined> {
  return await readSetting(db, key)
}

export const testAction = change({
  summary: 'Send yourself an email and show the mail server’s response',
  confirm: null,
  input: z.object({}),
  run: sendTestEmail,
  message: ({ to, answer }) => `Sent to ${to}. The mail server replied: ${answer}`,
})

/** Sends the owner an email directly over SMTP, bypassing the outbox. @throws Refusal with the mail server's response */
async function sendTestEmail({ environment, database, mailer, now }: Context) {
  if (environment.smtpUrl === undefined)
    throw new Refusal(
      'Emails are only written to files. To send them, set SMTP_URL in your settings, then restart the site.',
    )
  const { studio } = siteContent()
  const { from, leadsTo: to } = emailAddresses(environment, studio)
  const id = randomUUID()
  const text = `If you can read this, leads from ${environment.siteUrl} reach you by email.\n`
  const email = { id, from, to, replyTo: undefined, subject: `Test from ${studio.name}`, text, html: undefined }
  const sent = { ...email, messageId: messageIdOf(id, from.address), headers: automatic, createdAt: now() }
  const { outcome, answer } = await mailer.send(sent, AbortSignal.timeout(minuteMs))
  if (outcome !== 'sent') throw new Refusal(`Couldn’t send it. ${mailer.description}, which replied: ${answer}`)
  await database.write((tx) => writeSetting(tx, key, String(now())))
  return { to: to.address, answer }
}
