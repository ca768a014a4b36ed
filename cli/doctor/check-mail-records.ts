import { Resolver } from 'node:dns/promises'
import { isIPv4, isIPv6 } from 'node:net'
import { sanitize } from '../terminal/terminal.ts'
import { type Finding, findingsAbout } from './finding.ts'

const { ok, note, wrong } = findingsAbout('mail')

/** RFC 7208, 4.6.4: a receiver asks no more often and takes the record for void. */
const mostLookups = 10

/** SPF, DKIM and DMARC of the sender's domain. A name server that does not answer is a note, never a fault. */
export async function checkMailRecords(
  domain: string,
  // It gives up before the time is up.
  resolver: Pick<Resolver, 'resolveTxt'> = new Resolver({ timeout: 1_000, tries: 2 }),
  timeoutMs = 3_000,
): Promise<Finding[]> {
  const lookUp = createLookUp(resolver, timeoutMs)
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

const name = '[^\\s/]+'
const network = '(?:/\\d{1,3})?(?://\\d{1,3})?'
const asking = new RegExp(
  `^[-+~?]?(?:include:${name}|exists:${name}|(?:a|mx)(?::${name})?${network}|ptr(?::${name})?)$|^redirect=${name}$`,
  'i',
)
const silent = /^[-+~?]?all$|^(?!redirect=)[a-z][\w.-]*=\S*$/i

function isSpf(record: string): boolean {
  return /^v=spf1(?: |$)/i.test(record)
}

export function readSpf(record: string) {
  const terms = record.split(/ +/).slice(1).filter(Boolean)
  const isRight = (term: string) => asking.test(term) || silent.test(term) || isAddress(term)
  const all = terms.find((term) => /^[-+~?]?all$/i.test(term))
  const includes = terms.flatMap((term) => /^[-+~?]?include:(.+)$/i.exec(term)?.[1] ?? [])
  const redirect = all === undefined ? terms.flatMap((term) => /^redirect=(.+)$/i.exec(term)?.[1] ?? [])[0] : undefined
  return {
    /** One term that a receiver does not understand is enough to void the record. */
    wrongTerms: terms.filter((term) => !isRight(term)),
    ending: all === undefined ? undefined : (/^[-+~?]/.exec(all)?.[0] ?? '+'),
    redirect,
    /** How many questions to a name server its own terms cost. */
    lookups: terms.filter((term) => asking.test(term) && (all === undefined || !/^redirect=/i.test(term))).length,
    // The name that a macro stands for depends on who sends.
    further: [...includes, ...(redirect === undefined ? [] : [redirect])].filter((name) => !name.includes('%')),
  }
}

function isAddress(term: string): boolean {
  const [, version, address = '', bits] = /^[-+~?]?ip([46]):([^/]+)(?:\/(\d{1,3}))?$/i.exec(term) ?? []
  if (version === undefined) return false
  const isRight = version === '4' ? isIPv4(address) : isIPv6(address)
  return isRight && (bits === undefined || Number(bits) <= (version === '4' ? 32 : 128))
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

/** The name server said nothing, or nothing of use: what it would have said is not known. */
class NoAnswer extends Error {}

/** The TXT records of a name, each in one piece, and whether there is such a name at all. @throws NoAnswer */
type LookUp = (name: string) => Promise<{ isKnown: boolean; texts: string[] }>

/** @param timeoutMs for all questions together */
function createLookUp(resolver: Pick<Resolver, 'resolveTxt'>, timeoutMs: number): LookUp {
  const isOver = new Promise<never>((_, reject) => setTimeout(() => reject(new NoAnswer()), timeoutMs).unref())
  isOver.catch(() => {})
  return async (name) => {
    const asked = resolver.resolveTxt(name).then(
      (records) => ({ isKnown: true, texts: records.map((pieces) => pieces.join('')) }),
      (error: unknown) => {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (code === 'ENODATA' || code === 'ENOTFOUND') return { isKnown: code === 'ENODATA', texts: [] }
        throw new NoAnswer(String(code))
      },
    )
    return await Promise.race([asked, isOver])
  }
}
