import { sanitize } from '../terminal/terminal.ts'
import type { Finding } from './finding.ts'
import { createLookUp, createResolver, type LookUp, NoAnswer, type TextResolver } from './name-server.ts'
import { isSpf, readSpf } from './spf-record.ts'

/** RFC 7208, 4.6.4: a receiver asks no more often and takes the record for void. */
const mostLookups = 10

/** SPF, DKIM and DMARC of the sender's domain. A name server that does not answer is a note, never a fault. */
export async function checkMailRecords(
  domain: string,
  { resolver = createResolver(), patienceMs = 3_000 }: { resolver?: TextResolver; patienceMs?: number } = {},
): Promise<Finding[]> {
  const lookUp = createLookUp(resolver, patienceMs)
  const noAnswer = (what: string) => (error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error
    return note(`${what} of ${domain} not checked: no answer from the name server`)
  }
  const own = await lookUp(domain).catch(noAnswer('SPF, DKIM and DMARC'))
  if ('state' in own) return [own]
  // The name server of an inner network may know no domain outside it.
  if (!own.isKnown) return [note(`the name server knows no domain ${domain}: its SPF, DKIM and DMARC are not checked`)]
  return await Promise.all([
    checkSpf(domain, own.texts, lookUp).catch(noAnswer('SPF')),
    checkDkim(domain, lookUp).catch(noAnswer('DKIM')),
    checkDmarc(domain, lookUp).catch(noAnswer('DMARC')),
  ])
}

async function checkSpf(domain: string, texts: readonly string[], lookUp: LookUp): Promise<Finding> {
  const records = texts.filter(isSpf)
  const [record] = records
  if (record === undefined)
    return wrong(`${domain} has no SPF record: receivers cannot tell its mails from forged ones`)
  if (records.length > 1) return wrong(`${domain} has ${records.length} SPF records; more than one count as none`)
  const { wrongTerms, ending, redirect } = readSpf(record)
  if (wrongTerms.length > 0) return wrong(`SPF of ${domain}: “${sanitize(wrongTerms.join(' '))}” is not understood`)
  if (ending === '+') return wrong(`SPF of ${domain} ends in +all: it lets everybody send in its name`)
  const trouble = await spfTrouble(record, lookUp)
  if (trouble !== undefined) return wrong(`SPF of ${domain}: ${trouble}`)
  if (redirect?.includes('%') === false) return await checkSpf(redirect, (await lookUp(redirect)).texts, lookUp)
  if (ending === '-' || ending === '~') return ok(`SPF of ${domain} is right; see that it names your mail server`)
  return note(`SPF of ${domain} does not say what to do with other senders; let it end in ~all or -all`)
}

async function spfTrouble(record: string, lookUp: LookUp): Promise<string | undefined> {
  let lookups = 0
  const waiting = [record]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { lookups: own, further } = readSpf(next)
    lookups += own
    if (lookups > mostLookups) return `it asks for more than ${mostLookups} further records, and counts as void`
    for (const name of further) {
      const found = (await lookUp(name)).texts.filter(isSpf)
      if (found.length !== 1)
        return `${sanitize(name)}, which it names, has ${found.length === 0 ? 'no' : 'several'} SPF records`
      waiting.push(...found)
    }
  }
  return undefined
}

/** Under which name a key is published, only the mails say; whether there is any, the name above it does (RFC 8020). */
async function checkDkim(domain: string, lookUp: LookUp): Promise<Finding> {
  const name = `_domainkey.${domain}`
  if ((await lookUp(name)).isKnown)
    return ok(`${domain} has published a DKIM key; see that your mail server signs with it`)
  return note(`nothing is known at ${name}: let your mail server sign with DKIM, and publish the key that it names`)
}

/** The nearest record counts, of the domain itself or of one above it. */
async function checkDmarc(domain: string, lookUp: LookUp): Promise<Finding> {
  const labels = domain.split('.')
  for (let from = 0; from <= labels.length - 2; from++) {
    const name = `_dmarc.${labels.slice(from).join('.')}`
    const records = (await lookUp(name)).texts.filter((record) => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/i.test(record))
    const [record] = records
    if (record === undefined) continue
    if (records.length > 1) return wrong(`${name} has ${records.length} DMARC records; more than one count as none`)
    const policy = readTags(record).get('p')
    if (policy === undefined || !/^(?:none|quarantine|reject)$/i.test(policy)) {
      return wrong(`${name}: p= must be none, quarantine or reject`)
    }
    return ok(`${name} says p=${policy.toLowerCase()}`)
  }
  return note(
    `${domain} has no DMARC record; large receivers ask for one, “v=DMARC1; p=none” at _dmarc.${domain} is enough`,
  )
}

function readTags(record: string): Map<string, string> {
  const tags = record.split(';').map((tag) => /^\s*(\w+)\s*=(.*)$/s.exec(tag))
  return new Map(tags.flatMap((tag) => (tag === null ? [] : [[tag[1] ?? '', (tag[2] ?? '').trim()]])))
}

function ok(text: string): Finding {
  return { about: 'mail', state: 'ok', text }
}

function note(text: string): Finding {
  return { about: 'mail', state: 'note', text }
}

function wrong(text: string): Finding {
  return { about: 'mail', state: 'wrong', text }
}
