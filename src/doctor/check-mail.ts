import { toAsciiAddress } from '../lib/mail/mail-address.ts'
import type { Environment } from '../server/environment.ts'
import { createMailer } from '../server/mail/mailer.ts'
import { checkMailRecords } from './check-mail-records.ts'
import { type Finding, findingsAbout, messageOf } from './finding.ts'

const { ok, note, wrong } = findingsAbout('mail')

export async function checkMail(environment: Environment, studioAddress: string | undefined): Promise<Finding[]> {
  const sender = environment.mailFrom?.address ?? studioAddress
  if (sender === undefined) return [await checkMailer(environment)]
  const ascii = toAsciiAddress(sender) ?? sender
  const domain = ascii.slice(ascii.lastIndexOf('@') + 1).toLowerCase()
  const isSent = environment.smtpUrl !== undefined
  const [mailer, records] = await Promise.all([
    checkMailer(environment),
    isSent && !isSample(domain) ? checkMailRecords(domain) : [],
  ])
  return [mailer, ...(isSent ? checkSender(environment, domain) : []), ...records]
}

async function checkMailer(environment: Environment): Promise<Finding> {
  const mailer = createMailer(environment)
  try {
    await mailer.verify()
  } catch (error) {
    return wrong(`${mailer.description}, but: ${messageOf(error)}`)
  }
  return environment.smtpUrl === undefined ? note(mailer.description) : ok(`${mailer.description}; it answers`)
}

function checkSender({ siteUrl }: Environment, domain: string): Finding[] {
  const notes: string[] = []
  if (isSample(domain)) notes.push(`mails come from an address at ${domain}, which nobody can answer: set MAIL_FROM`)
  if (!siteUrl.startsWith('https:'))
    notes.push('mail programs show their button to unsubscribe only for https: set SITE_URL')
  return notes.map(note)
}

/** Names that lead nowhere on purpose (RFC 2606, RFC 6761): there is nobody to ask about them. */
function isSample(domain: string): boolean {
  return /(?:^|\.)(?:example|invalid|test|localhost)$/.test(domain)
}
