import { isIPv4, isIPv6 } from 'node:net'

export type SpfRecord = {
  /** The terms that a receiver does not understand; one is enough to void the record. */
  wrongTerms: string[]
  ending: string | undefined
  redirect: string | undefined
  /** How many questions to a name server its own terms cost. */
  lookups: number
  further: string[]
}

const domain = '[^\\s/]+'
const network = '(?:/\\d{1,3})?(?://\\d{1,3})?'
const asking = new RegExp(
  `^[-+~?]?(?:include:${domain}|exists:${domain}|(?:a|mx)(?::${domain})?${network}|ptr(?::${domain})?)$|^redirect=${domain}$`,
  'i',
)
const silent = /^[-+~?]?all$|^(?!redirect=)[a-z][\w.-]*=\S*$/i

export function isSpf(record: string): boolean {
  return /^v=spf1(?: |$)/i.test(record)
}

export function readSpf(record: string): SpfRecord {
  const terms = record.split(/ +/).slice(1).filter(Boolean)
  const isRight = (term: string) => asking.test(term) || silent.test(term) || isAddress(term)
  const all = terms.find((term) => /^[-+~?]?all$/i.test(term))
  const includes = terms.flatMap((term) => /^[-+~?]?include:(.+)$/i.exec(term)?.[1] ?? [])
  const redirect = all === undefined ? terms.flatMap((term) => /^redirect=(.+)$/i.exec(term)?.[1] ?? [])[0] : undefined
  return {
    wrongTerms: terms.filter((term) => !isRight(term)),
    ending: all === undefined ? undefined : (/^[-+~?]/.exec(all)?.[0] ?? '+'),
    redirect,
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
