import { Resolver } from 'node:dns/promises'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { reasonOf } from '../../platform/db/database.ts'
import { toAsciiAddress } from '../../platform/email/address.ts'
import { createMailer } from '../../platform/email/smtp/smtp-mailer.ts'
import type { Environment } from '../../platform/environment.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

/** Checks whether the mail server accepts emails and whether recipients' servers will trust them. */
export async function checkEmail(environment: Environment): Promise<Finding[]> {
  const sender = environment.mailFrom?.address ?? tryRead(readStudio)?.email
  if (sender === undefined || environment.smtpUrl === undefined) return [await checkMailer(environment)]
  const ascii = toAsciiAddress(sender) ?? sender
  const domain = ascii.slice(ascii.lastIndexOf('@') + 1).toLowerCase()
  const [mailer, records] = await Promise.all([
    checkMailer(environment),
    isSample(domain) ? [] : checkEmailRecords(domain),
  ])
  return [mailer, ...checkSender(environment, domain), ...records]
}

async function checkMailer(environment: Environment): Promise<Finding> {
  const mailer = createMailer(environment)
  const test = { command: 'outbox test' }
  try {
    await mailer.verify()
  } catch (error) {
    const todo = `${mailer.description}, but: ${reasonOf(error)}`
    return wrong('email', 'Can’t send emails', { todo, ...test })
  }
  return environment.smtpUrl !== undefined
    ? ok('email', 'The mail server responds', test)
    : note('email', 'Emails are only written to files', {
        todo: mailer.description,
        setting: 'SMTP_URL=smtp://user:password@host:587',
      })
}

function checkSender({ siteUrl }: Environment, domain: string): Finding[] {
  return [
    isSample(domain) &&
      note('email', `The sender’s address at ${domain} can’t receive replies`, {
        todo: 'Set your own address in your settings, then restart the site.',
        setting: 'MAIL_FROM=',
      }),
    !siteUrl.startsWith('https:') &&
      note('email', 'Email apps don’t show their unsubscribe button', {
        todo: 'They need a site with https.',
        setting: 'SITE_URL=https://',
      }),
  ].flatMap((finding) => finding || [])
}

/** Whether a domain is a reserved name (RFC 2606, RFC 6761), which doesn't exist in DNS. */
function isSample(domain: string): boolean {
  return /(?:^|\.)(?:example|invalid|test|localhost)$/.test(domain)
}

const addRecord = 'Add a record where you bought the domain.'
const onlyOne = 'Keep only one: receivers ignore them all.'

/** Checks the SPF, DKIM, and DMARC records of the sender's domain. If DNS doesn't respond, that's only a note. */
export async function checkEmailRecords(
  domain: string,
  resolver: Pick<Resolver, 'resolveTxt'> = new Resolver({ timeout: 1_000, tries: 2 }),
  timeoutMs = 3_000,
): Promise<Finding[]> {
  const lookUp = createLookUp(resolver, timeoutMs)
  const noAnswer = (what: string) => (error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error
    return note('email', `Couldn’t check ${what} for ${domain}`, { todo: 'The DNS server didn’t respond.' })
  }
  const own = await lookUp(domain).catch(noAnswer('SPF, DKIM, and DMARC'))
  if ('state' in own) return [own]
  // In an internal network, the DNS server might not know public domains.
  if (!own.isKnown)
    return [
      note('email', `The DNS server doesn’t know ${domain}`, { todo: 'So SPF, DKIM, and DMARC weren’t checked.' }),
    ]
  return await Promise.all([
    checkSpf(domain, own.texts),
    checkDkim(domain, lookUp).catch(noAnswer('DKIM')),
    checkDmarc(domain, lookUp).catch(noAnswer('DMARC')),
  ])
}

/** Checks that the record exists and is complete. Whether it covers the mail server only shows in a sent email. */
function checkSpf(domain: string, texts: readonly string[]): Finding {
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record] = records
  if (record === undefined)
    return wrong('email', `${domain} has no SPF record`, {
      todo: `Receivers can’t tell its emails from forgeries. ${addRecord}`,
    })
  if (records.length > 1) return wrong('email', `${domain} has ${records.length} SPF records`, { todo: onlyOne })
  const ending = record.split(' ').find((term) => /^(?:[-+~?]?all|redirect=.+)$/i.test(term))
  if (ending === undefined || ending.startsWith('?'))
    return note('email', `SPF for ${domain} doesn’t cover other senders`, {
      todo: 'End the record with ~all or -all.',
    })
  if (/^\+?all$/i.test(ending))
    return wrong('email', `SPF for ${domain} ends in +all`, {
      todo: 'Anyone can send as this domain. End the record with ~all or -all.',
    })
  return ok('email', `SPF for ${domain} exists`, { todo: 'Check that it includes your mail server.' })
}

/** Checks for `_domainkey`, which exists if there's any key (RFC 8020). Only sent emails contain the key's selector. */
async function checkDkim(domain: string, lookUp: LookUp): Promise<Finding> {
  const name = `_domainkey.${domain}`
  if ((await lookUp(name)).isKnown)
    return ok('email', `${domain} has a DKIM key`, { todo: 'Check that your mail server signs with it.' })
  return note('email', `${domain} has no DKIM key`, {
    todo: `Have your mail server sign with DKIM, and publish its key at a name under ${name}.`,
  })
}

/** Checks the DMARC record of the domain or its nearest parent. */
async function checkDmarc(domain: string, lookUp: LookUp): Promise<Finding> {
  const labels = domain.split('.')
  for (let from = 0; from <= labels.length - 2; from++) {
    const name = `_dmarc.${labels.slice(from).join('.')}`
    const records = (await lookUp(name)).texts.filter((record) => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/i.test(record))
    const [record] = records
    if (record === undefined) continue
    if (records.length > 1) return wrong('email', `${domain} has ${records.length} DMARC records`, { todo: onlyOne })
    const policy = /;\s*p\s*=\s*(none|quarantine|reject)\s*(?:;|$)/i.exec(record)?.[1]
    if (policy === undefined)
      return wrong('email', `DMARC for ${domain} has no policy`, {
        todo: `At ${name}, p= must be none, quarantine, or reject.`,
      })
    return ok('email', `DMARC for ${domain} says p=${policy.toLowerCase()}`)
  }
  return note('email', `${domain} has no DMARC record`, {
    todo: `Gmail and others require one. ${addRecord}`,
    setting: `_dmarc.${domain} TXT "v=DMARC1; p=none"`,
  })
}

/** Thrown if the DNS server didn't respond or reported a failure. */
class NoAnswer extends Error {}

/** Reads a name's TXT records, each joined into a string, and whether the name exists. @throws NoAnswer */
type LookUp = (name: string) => Promise<{ isKnown: boolean; texts: string[] }>

/** @param timeoutMs the time limit for all lookups in total */
function createLookUp(resolver: Pick<Resolver, 'resolveTxt'>, timeoutMs: number): LookUp {
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new NoAnswer()), timeoutMs).unref())
  timeout.catch(() => {})
  return async (name) => {
    const lookup = resolver.resolveTxt(name).then(
      (records) => ({ isKnown: true, texts: records.map((pieces) => pieces.join('')) }),
      (error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (code === 'ENODATA' || code === 'ENOTFOUND') return { isKnown: code === 'ENODATA', texts: [] }
        throw new NoAnswer(String(code))
      },
    )
    return await Promise.race([lookup, timeout])
  }
}
