import { findDates } from './dates.ts'
import { findNumbers } from './numbers.ts'

type Qualifier = 'exact' | 'from' | 'upTo' | 'under' | 'about' | 'over'

/**
 * Something in a sentence that can be true or false: `from` and `to` are alike but for ranges. Durations are in hours,
 * whatever their unit; `unit` is a currency (`usd`, `inr`, or empty where none is named), the thing counted, or the date.
 */
export type Claim = {
  kind: 'price' | 'duration' | 'percent' | 'date' | 'count'
  from: number
  to: number
  unit: string
  qualifier: Qualifier
  start: number
  end: number
}

const hours: Record<string, number> = {
  s: 1 / 3600,
  m: 1 / 60,
  h: 1,
  d: 24,
  w: 168,
  f: 336,
  mo: 720,
  q: 2190,
  y: 8760,
  dec: 87_600,
}
const currencyBefore =
  /(?<![a-z']|'s)(?:(us|au?|ca?|nz|sg?|hk)? ?(\$|₹|€|£|¥)|\b(usd|inr|eur|gbp|aud|cad|sgd|aed|rs\.?|rupees|us dollars|dollars?|euros?)(?: ?[:=]| is| are| of)?) ?$/
const currencyAfter =
  /^(?: ?-?(?:us |american |indian )?(usd|inr|eur|gbp|aud|cad|sgd|aed|dollars?|bucks?|rupees?|rupiah|rs|euros?|pounds?(?! of)|quid|cents?|paise|dirhams?|yen)(?![a-z])| ?(\$|₹|€|£|¥)| ?\/-)/
/** `Weeks needed: 2` */
const unitBefore = /\b(hours|days|weeks|months|years)(?:(?: [\w ]{1,40})? ?[:=]|(?: \w+)? (?:is|are)) ?$/
const percentAfter = /^ ?(?:%|percent|per ?cent|pct|percentage points?)(?![a-z])/
const durationAfter =
  /^[ _./*)-]{0,3}(?:(business|working|week)[ -])?(?:(?:calendar|full|short|more|extra|additional|straight|consecutive|whole|entire|solid|quick)[ -])?(seconds?|secs?|minutes?|mins?|hou?rs?|hrs?|da+ys?|dayz|nights?|weekends?|we+a?k+[sz]?|wks?|fortnights?|months?|mos|quarters?|years?|yrs?|decades?|(?:h|d|w|s|mo|y)(?![a-z]))(?![a-z])/
const aSpan =
  /(?<=^|\b(?:in|within|for|takes?|after|under|than|over|lasts?|runs?|covers?|spans?|another|needs?|plus|is|be|just|only|about|around|least|most|by|of|of about|exactly|whole|notice|,|:) )(?:(half) an?|an?|one) (?:full |whole |single |short |quick |mere |(business|working) )?(second|minute|hour|day|night|weekend|week|fortnight|month|quarter|year|decade)(?![a-z])(?! (?:of|for)? ?(?:everyone|when|where|that|each))|\b(?:half an hour|half a day|a fortnight)(?![a-z])/g
const vagueSpan =
  /\b(?:in|within) (?:just |only |mere |a matter of |(?:a )?(?:few|couple of|handful of) |a few short )*(seconds|minutes|hours|days)(?![a-z])|\ba matter of (?:hours|days|weeks)\b|\banother (?:hour|day|week|month)\b|\bwithin the (?:minute|hour|day|week|month)(?![a-z])/g
const costWord =
  /(?:\b(?:costs?|prices?|priced|pricing|pay|paying|charged?|charges|fees?|quoted?|total|amount|budget|worth|bill|rate|estimate|invoice|deposit|upfront|figure|spend|somewhere|for just|for only|cheaper)\b[\w' ]{0,24}(?:is|are|be|at|of|:|-|to|around|about|from|just|only|for|it|you|mvp|was|runs?)?|\b(?:for|at|all in|flat)) ?$/

/** Up to here a bare number is a price only right after a word such as `costs`, with nothing counted after it. */
const mostSmall = 12
/** What may follow a bare price; another word is what is counted. */
const afterPrice =
  /^(?:total|flat|all|per|an?|each|and|or|only|max|minimum|plus|in|if|including|with|to|for|is|was|upfront|now|right|then|it|once|fixed|final|too|instead|as|on|upon|when|at|by)\b/
const smallCost = /\b(?:costs?|priced?|pay|charges?|fee|total)(?: is| are| at| of| you| only| just| about)* $/

/** No honest sentence has more numbers and currency signs than these; one that has says nothing that could be true. */
const mostMarks = 40

/** Finds every claim of a folded text (foldText); a range is one claim. */
export function findClaims(folded: string): Claim[] {
  const marks = folded.match(/\d+|[$₹€£]/g)?.length ?? 0
  if (marks > mostMarks) return [claim('price', Number.NaN, 'mixed', 0, folded.length)]
  const dates = findDates(folded).map<Claim>(({ start, end, text }) => claim('date', 0, text, start, end))
  const masked = dates.reduce(mask, folded)
  const spans = [...spansOf(masked), ...sharesOf(masked)]
  const bare = spans.reduce(mask, masked)
  const numbers = findNumbers(bare).map((number) => numberClaim(number, masked))
  const orphans = orphansIn(bare)
  const joined = joinRanges(
    numbers.sort((a, b) => a.start - b.start),
    masked,
  )
  const apart = orphans.filter((one) => !joined.some(({ start, end }) => one.start < end && one.end > start))
  return [...dates, ...spans, ...joined, ...apart]
    .sort((a, b) => a.start - b.start)
    .map((found) => ({ ...found, qualifier: qualifierOf(found, folded) }))
    .map((found, i, all) => alikeInOtherCurrency(found, all[i - 1], folded))
}

/** In `from 10,000 INR or 116 USD` the second is what the first is. */
function alikeInOtherCurrency(found: Claim, last: Claim | undefined, text: string): Claim {
  if (
    found.kind !== 'price' ||
    last?.kind !== 'price' ||
    last.unit === found.unit ||
    !/exact|about/.test(found.qualifier)
  )
    return found
  const joined = /^ ?(?:or|\/|\(|,|=|and)? ?\(?(?:(?:which|that) is|i\.?e\.?|or|about|around|roughly)? ?$/.test(
    text.slice(last.end, found.start),
  )
  return joined ? { ...found, qualifier: last.qualifier } : found
}

function claim(kind: Claim['kind'], value: number, unit: string, start: number, end: number): Claim {
  return { kind, from: value, to: value, unit, qualifier: 'exact', start, end }
}

function mask(text: string, { start, end }: { start: number; end: number }): string {
  return text.slice(0, start) + '~'.repeat(end - start) + text.slice(end)
}

/** Lengths of time without a number: `a week`, `half an hour`, `in days`. */
function spansOf(text: string): Claim[] {
  const certain = [...text.matchAll(aSpan)].map((match) => {
    const unit = match[3] ?? match[0].split(' ').at(-1) ?? ''
    const value = hoursOf(unit) * (/^half/.test(match[0]) ? 0.5 : 1) * (match[2] === undefined ? 1 : Number.NaN)
    return claim('duration', value, 'hours', match.index, match.index + match[0].length)
  })
  const vague = [...text.matchAll(vagueSpan)].map((match) =>
    claim('duration', Number.NaN, 'hours', match.index, match.index + match[0].length),
  )
  return [...certain, ...vague]
}

/** A currency beside which nothing can be read as a number: `$MM`, `five hundrd dollars`. */
function orphansIn(text: string): Claim[] {
  const signs =
    /[$₹€£]|(?<!\b(?:in|us|or|and|indian|american|both|with|between|to|from|into|of) )(?<!^)(?<![/,(] ?)\b(?:dollars|bucks|rupees|usd|inr)\b/g
  return [...text.matchAll(signs)].map(({ 0: sign, index }) =>
    claim('price', Number.NaN, '', index, index + sign.length),
  )
}

/** Shares without a number: `half off`, `half the price`. */
function sharesOf(text: string): Claim[] {
  const shares =
    /\b(?:half|1\/2|(?:a |one[- ])?(?:third|quarter|fifth|tenth)|two[- ]thirds)[ -](?:off|price|(?:of )?(?:the|your|our|its|that|my|this|their) (?:usual |normal |regular |full |listed |original |total )?(?:price|cost|fee|amount|budget|rate|bill|sum)|cheaper|less|upfront|up front|now|down|(?:of (?:it|that) )?(?:is|are|at|on|upon|before|after|when|should|would|will)\b(?! an? ))(?![a-z])|\bhalv(?:e|ed|ing)\b/g
  return [...text.matchAll(shares)].map((match) =>
    claim('percent', Number.NaN, '%', match.index, match.index + match[0].length),
  )
}

function numberClaim({ start, end, value, scaled }: ReturnType<typeof findNumbers>[number], text: string): Claim {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const prefix = currencyBefore.exec(before)
  const suffix = currencyAfter.exec(after)
  if (prefix !== null || suffix !== null) {
    const sign = prefix?.[3] ?? (prefix?.[1] ?? '') + (prefix?.[2] ?? '')
    const units = [...new Set([sign, suffix?.[1] ?? suffix?.[2] ?? ''].filter((name) => name !== '').map(currencyOf))]
    if (
      /^(?:[a-z]|[ ']\d)/.test(suffix === null ? after : '') ||
      /^ (?:canadian|australian|singapore)\b/.test(after.slice(suffix?.[0].length ?? 0))
    )
      return claim('price', Number.NaN, 'mixed', start, end)
    const from = prefix === null ? start : start - prefix[0].trimStart().length
    return claim(
      'price',
      value,
      units.length > 1 ? 'mixed' : (units[0] ?? 'inr'),
      from,
      end + (suffix?.[0].length ?? 0),
    )
  }
  const percent = percentAfter.exec(after)
  if (percent !== null) return claim('percent', value, '%', start, end + percent[0].length)
  const duration = durationAfter.exec(after)
  if (duration !== null) {
    const length = value * hoursOf(duration[2] ?? '') * (duration[1] === undefined ? 1 : Number.NaN)
    return claim('duration', length, 'hours', start, end + duration[0].length)
  }
  const unit = unitBefore.exec(before)
  if (unit !== null && /^\W*$|^[.,;]/.test(after))
    return claim('duration', value * hoursOf(unit[1] ?? ''), 'hours', start, end)
  if (/^[ -](?:figures|digits|figure (?:price|sum|amount|budget|deal))\b/.test(after))
    return claim('price', Number.NaN, '', start, end)
  const noun =
    /^\+?(?: ?-? ?(?:[a-z][a-z'-]*))?(?: [a-z][a-z'-]*)?(?: [a-z][a-z'-]*)?/
      .exec(after)?.[0]
      .replace(/^\+?[ -]*/, '') ?? ''
  const counted =
    /^(?:[a-z'-]+ ){0,2}(?:users?|customers?|people|clients?|companies|visitors?|rows|records|requests|lines|words|questions?|sentences?|steps?|services?|packages?|reasons?)\b/.test(
      noun,
    )
  const countsSomething = value <= mostSmall ? /^[a-z]/.test(noun) : /^[a-z]/.test(noun) && !afterPrice.test(noun)
  const priced = !countsSomething && (value > mostSmall ? costWord : smallCost).test(before)
  if ((scaled || priced) && !counted)
    return claim('price', value, /lakh|lac|crore|cr$/.test(text.slice(start, end)) ? 'inr' : '', start, end)
  return claim('count', value, noun, start, end)
}

function currencyOf(name: string): string {
  if (/^(?:us ?\$|\$|usd|us dollars|dollars?|bucks?)$/.test(name)) return 'usd'
  if (/^(?:₹|inr|rs\.?|rupees?)$/.test(name)) return 'inr'
  return name
}

function hoursOf(unit: string): number {
  if (unit === 'weekend') return 48
  const key = /^mo/.test(unit) ? 'mo' : /^dec/.test(unit) ? 'dec' : /^night/.test(unit) ? 'd' : unit.slice(0, 1)
  return hours[key] ?? Number.NaN
}

/** `$5,000` `to` `$9,999` is one claim; what only one end says holds for both. */
function joinRanges(claims: Claim[], text: string): Claim[] {
  const joined: Claim[] = []
  for (const next of claims) {
    const last = joined.at(-1)
    const between = last === undefined ? '' : text.slice(last.end, next.start)
    const range =
      /^ ?(?:-|to|through|until|up to|~|or|\/)(?: (?:about|around|maybe|say|even|just))? ?$/.test(between) ||
      (between === ' and ' && last !== undefined && /\bbetween (?:about |around )?$/.test(text.slice(0, last.start)))
    if (last === undefined || !range || last.from !== last.to) joined.push(next)
    else {
      const alike = last.kind === next.kind && (last.unit === next.unit || last.unit === '' || last.kind === 'count')
      const open = last.kind === 'count' || (last.kind === 'price' && last.unit === '')
      if (!alike && !open) {
        joined.push(next)
        continue
      }
      joined[joined.length - 1] = { ...next, from: scaledLike(last.from, next, text), start: last.start }
    }
  }
  return joined
}

/** The first number of `5-7k` means thousands, that of `2-4 weeks` weeks. */
function scaledLike(value: number, { kind, to, start, end }: Claim, text: string): number {
  const number = findNumbers(text.slice(start, end))[0]
  if (number === undefined || kind === 'count' || value > number.value) return value
  if (kind === 'duration') return (value / number.value) * to
  return number.scaled && value < 1000 ? value * (to / Number.parseFloat(number.text)) : value
}

const before: [Qualifier, RegExp][] = [
  [
    'upTo',
    /(?:up to|at (?:the )?most|max(?:imum)?(?: of)?|(?:no|not) (?:more|longer|later) than|within|as much as|capped at|inside|not exceed(?:ing)?|upper end (?:is|of))$/,
  ],
  ['under', /(?:under|below|less than|sub|faster than|lower than|quicker than|cheaper than|fewer than)-?$/],
  [
    'from',
    /(?:\b(?:start(?:s|ing|ed)?|begin(?:s|ning)?)(?: out| off)?(?: price| prices| pricing| point| rate| cost| figure)?(?: (?:for|of) [\w' -]{1,40})?(?: at| from|,? which| around| with| of| is| are|:| here)+|\bfrom|at least|minimum(?: price| cost| of| is)*|(?:no|not) less than|upwards of|as low as|lower end (?:is|of)|entry (?:price|point|level)(?: is| of| at)*|minimum:|starting:?)$/,
  ],
  [
    'over',
    /(?:over|more than|above|exceed(?:s|ing)?|beyond|in excess of|north of|higher than|longer than|greater than)$/,
  ],
  ['about', /(?:about|around|roughly|approximately|approx\.?|circa|nearly|almost|some|~|close to|typically|usually)$/],
]
const after: [Qualifier, RegExp][] = [
  [
    'from',
    /^ ?(?:\)? ?(?:and|&|or) (?:up|upwards?|above|more|beyond|higher)|\+|upwards?|onwards?|minimum|min\b|is (?:just |only )?(?:the|our|its|where)[\w' -]{0,30}\b(?:start\w*|minimum|entry|lower end|lowest|begins?|floor)|(?:as|being) (?:the|a|its|our) (?:start\w*|minimum|base|entry)|as a start|to start|starting|(?:that |which |where )?(?:an?|the|our) [\w -]{1,30} (?:starts?|begins?) (?:from|at))/,
  ],
  ['upTo', /^ ?(?:or (?:less|under|sooner|faster|below)|at (?:the )?most|max(?:imum)?\b|tops|or fewer)/],
]

function qualifierOf({ from, to, start, end, kind }: Claim, text: string): Qualifier {
  const lead = text
    .slice(Math.max(0, start - 80), start)
    .replace(/[\s("]*(?:just |only |a |an |the |usd |inr |rs\.? )*$/, '')
  const found = before.find(([, pattern]) => pattern.test(lead))?.[0]
  if (from !== to) return found === 'from' || found === 'over' || found === undefined ? 'exact' : found
  const trailing = after.find(([, pattern]) => pattern.test(text.slice(end)))?.[0]
  if (kind === 'count' && text[end] === '+') return 'over'
  if (trailing === 'from' && (found === 'under' || found === 'over')) return trailing
  return found !== undefined && found !== 'about' ? found : (trailing ?? found ?? 'exact')
}
