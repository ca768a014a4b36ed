import type { Offers } from '../../src/content/offers.ts'
import type { Facts } from './facts.ts'
import type { Fault, Talk } from './judge.ts'
import { inDigits } from './plain-words.ts'

const denied =
  /\b(?:no|not|never|nothing|cannot|without|below|under|above|beyond|more|less|between|lower|higher|short|over)\b|n't\b/
const agreed =
  /\b(?:works|works for|can do|fine|enough|fits|deal|agreed|yes|sure|confirm(?:ed)?|accept(?:ed)?|okay|happy)\b/
const lowerEnd =
  /\b(?:from|start|starts|starting|at least|lower end|minimum|begin|begins|least|lowest|below|above|beyond)\b/
const amount =
  /(?:(us\$|\$|₹|€|£|rs\.? ?|inr ?|usd ?|eur ?)(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?)|(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))? ?(usd|dollars?|bucks|inr|rupees|rs\b|euros?|eur\b|pounds?|gbp|[$₹€£])/g
const duration =
  /(\d+(?:\.\d+)?)(?:-(\d+))? (?:business |working |calendar |short |full )?(second|minute|hour|day|week|month|year)s?\b/g
const share = /(\d+(?:\.\d+)?) ?(?:%|percent|per cent)|\b(?:half (?:price|off|the price))\b/g
const months = 'january|february|march|april|may|june|july|august|september|october|november|december'
const day = new RegExp(
  `\\b(?:(?:${months})(?: \\d{1,2}(?:st|nd|rd|th)?)?(?:,? 20\\d\\d)|\\d{1,2}(?:st|nd|rd|th)? (?:${months})\\b|(?:by|on|next|this|until) (?:mon|tues|wednes|thurs|fri|satur|sun)day|\\b(?:by )?tomorrow\\b)`,
  'g',
)
const count =
  /(\d+)\+? (companies|clients|customers|institutions|technologies|employees|developers|engineers|years of|new projects|projects)\b/g

/** Prices, times, shares, days and counts that the offers don't hold, or hold of another thing. */
export function numberFaults(sentence: string, talk: Talk, { offers, published }: Facts): Fault[] {
  const words = inDigits(sentence)
  const visitors = inDigits(talk.visitor.join('\n'))
  const theirs = (number: string) =>
    new RegExp(`(?<![\\d.])${number}(?![\\d])`).test(visitors) &&
    (denied.test(words) || /\byour?\b/.test(words)) &&
    (denied.test(words) || !agreed.test(words))
  const isOnAPage = ({ index, 0: match }: RegExpExecArray) =>
    published.includes(withThreeWordsBefore(words, index) + match)
  const found = (pattern: RegExp) => [...words.matchAll(pattern)]
  const fault = (kind: Fault['kind']) => (): Fault => ({ kind, text: sentence })
  return [
    ...found(amount)
      .filter((match) => !isPrice(match, words, offers, theirs))
      .map(fault('price')),
    ...found(duration)
      .filter((match) => !isLeadTime(match, words, offers, theirs) && !isOnAPage(match))
      .map(fault('duration')),
    ...found(share)
      .filter((match) => !isClaim(match, words, offers) && !theirs(match[1] ?? '50'))
      .map(fault('percentage')),
    ...found(day)
      .filter(
        (match) =>
          !isDay(match[0], offers) && !isOnAPage(match) && !(visitors.includes(match[0]) && denied.test(words)),
      )
      .map(fault('date')),
    ...found(count)
      .filter((match) => !isCount(match, offers))
      .map(fault('count')),
  ]
}

/** "boring in five years" stands on a page; "ready in five years" doesn't. */
function withThreeWordsBefore(words: string, index: number): string {
  return /(?:\S+ ){0,3}$/.exec(words.slice(0, index))?.[0] ?? ''
}

type Theirs = (number: string) => boolean

function isPrice(match: RegExpExecArray, words: string, offers: Offers, theirs: Theirs): boolean {
  const [, before = '', low1, high1, low2, high2, after = ''] = match
  const values = [low1, high1, low2, high2].filter((value) => value !== undefined)
  const currency = `${before}${after}`.trim()
  return values.every((value) => isOffered(Number(value), currency, match.index, words, offers)) || values.every(theirs)
}

function isOffered(value: number, currency: string, at: number, words: string, offers: Offers): boolean {
  const { startingFrom, estimates, packages } = offers
  if (/₹|rs|inr|rupee/.test(currency)) return value === startingFrom.inr && lowerEnd.test(words)
  if (!/\$|usd|dollar|bucks/.test(currency)) return false
  const named = packages
    .map(({ name, usd }) => ({ usd, at: words.lastIndexOf(nameIn(name), at) }))
    .filter((each) => each.at >= 0)
    .toSorted((a, b) => b.at - a.at)[0]
  if (named !== undefined && packages.some(({ usd }) => usd === value)) return named.usd === value
  if (packages.some(({ usd }) => usd === value)) return true
  const { from, to } = estimates.fullSaasUsd
  if (value === from || value === to) return !/\bmvp\b/.test(words) || /\bfull\b|\bsaas\b/.test(words)
  return (value === startingFrom.usd || value === estimates.mvpFromUsd) && lowerEnd.test(words)
}

/** "Startup MVP Package" may be called "Startup MVP". */
function nameIn(name: string): string {
  return name.toLowerCase().replaceAll('-', ' ').split(' ')[0] ?? ''
}

function isLeadTime(
  [, low = '', high, unit = '']: RegExpExecArray,
  words: string,
  offers: Offers,
  theirs: Theirs,
): boolean {
  const { leadTimes, promises, packages, claims } = offers
  const { mvpWeeks, applicationWeeks } = leadTimes
  const span = high === undefined ? low : `${low}-${high}`
  if (unit === 'week' && span === `${mvpWeeks.from}-${mvpWeeks.to}`)
    return /mvp|smallest|first version|version|prototype|it\b/.test(words)
  if (unit === 'week' && span === `${applicationWeeks.from}-${applicationWeeks.to}`)
    return /full|application|app\b|saas|it\b/.test(words)
  const allowed = [
    `${leadTimes.sprintHours} hour`,
    `${leadTimes.sprintHours / 24} day`,
    `${promises.replyWithinHours} hour`,
    `${promises.termsNoticeDays} day`,
    `${promises.discoveryCallMinutes} minute`,
    `${promises.planWithinWeeks} week`,
    `${promises.confirmWithinDays} day`,
    `${claims.loadUnderSeconds} second`,
    ...packages.map(({ supportDays }) => `${supportDays} day`),
  ]
  return allowed.includes(`${span} ${unit}`) || (theirs(low) && (high === undefined || theirs(high)))
}

function isClaim([, value]: RegExpExecArray, words: string, { claims, promotion }: Offers): boolean {
  const given = `${value}%`
  if (given === promotion.discount) return words.includes(promotion.validTill.toLowerCase())
  const of = { [claims.errorReduction]: /error/, [claims.uptime]: /uptime/, [claims.costReduction]: /cost/ }
  return of[given]?.test(words) ?? false
}

function isDay(text: string, { promotion, capacity }: Offers): boolean {
  const known = [promotion.validTill, capacity.month, 'June 1, 2025', 'June 2025', 'June 6, 2025', 'December 6, 2025']
  return known.some((each) => each.toLowerCase() === text)
}

function isCount([, value = '', thing = '']: RegExpExecArray, { claims, capacity }: Offers): boolean {
  const number = Number(value)
  if (thing.endsWith('projects')) return number === capacity.projectsPerMonth || number === 6
  if (thing === 'institutions') return claims.institutions.startsWith(value)
  if (thing === 'technologies') return number === 13
  if (thing === 'developers' || thing === 'engineers') return number === 1
  return number === 1 || number === 5 || number === 6 || number === 10 || claims.companies.startsWith(value)
}
