import { oneToNineteen } from '../../../lib/text/number-words.ts'
import type { Span } from './message.ts'
import { functionWords, isEveryday } from './words.ts'

/** What a phrase says by its form: a deadline, a length of time, a point in time, or only how much it presses. */
export type TimePhrase = Span & { kind: 'deadline' | 'within' | 'duration' | 'point' | 'mood' }

/* Grown from the inside out: a core ("march", "6 weeks"), its part ("end of"), then what stands before ("by"). */
const number = String.raw`(?:\d{1,3}(?:\.\d)?|${Object.keys(oneToNineteen).join('|')}|a couple(?: of)?|couple of|a few|few|several|half an?|an?|ek|do|teen)`
const unit = `(?:(?:business|working|full|good) )?(?:days?|weeks?|wks?|weekends?|months?|mnths?|mths?|mos?|years?|yrs?|hours?|hrs?|quarters?|fortnights?|sprints?|din|mahin[aeo]|haft[ae])`
const month = `(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b`
const weekday = `(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thurs?|fri)\\b`
const year = String.raw`(?:'\d\d|20[2-4]\d)\b`
const season = `(?:spring|summer|fall|autumn|winter|monsoon)\\b`
const holiday = `(?:christmas(?: eve)?|xmas|easter|thanksgiving|black friday|cyber monday|halloween|diwali|deepavali|dipawali|holi|navratri|dussehra|durga puja|puja|ganesh chaturthi|onam|pongal|eid|ramadan|ramzan|rakhi|raksha bandhan|independence day|republic day|new year'?s?(?: eve| day)?|valentine'?s?(?: day)?|mother'?s day|father'?s day|women'?s day|labou?r day|memorial day|4th of july|hanukkah|janmashtami|dhanteras|sankranti|vishu|bihu|shivratri|juneteenth|boxing day|super bowl|world cup|chinese new year|lunar new year|holidays|(?:holiday|festive|wedding|tax) season)\\b`
const day = String.raw`[0-3]?\d(?:st|nd|rd|th)?`
const nextYear = `(?:,? (?:of )?(?:${year}|(?:next|this) year))?`

const core = new RegExp(
  String.raw`(?<![\w.$₹€£/]|\d-)(?:${[
    String.raw`\d{4}-\d\d-\d\d`,
    String.raw`\d{1,2}[/.]\d{1,2}[/.](?:20)?\d\d`,
    `(?:the )?${day}(?: of)?[ -]?${month}${nextYear}`,
    String.raw`${month} ?(?:the )?${day}(?![\d:]| ?(?:am|pm|k|usd|people|users|lakh))${nextYear}`,
    `(?:(?:calendar )?week|kw|wk|cw) ?[1-5]?\\d\\b(?! ?(?:of|weeks))`,
    `${month}[ -](?:end|mid|middle|beginning|start)\\b`,
    `${month}${nextYear}`,
    String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th)(?: of (?:this|next|the) month)?\b`,
    `q[1-4]\\b${nextYear}`,
    `(?:the )?(?:following|coming|upcoming|next|this|later this|early next|late next) (?:week(?:end)?|month|quarter|(?:(?:academic|financial|fiscal) )?year|fortnight|sprint|season|${season}|${weekday}|${month})(?:[ -]end\\b)?`,
    `(?:the )?(?:next |this )?${holiday}${nextYear}`,
    `(?:the )?${season}(?: (?:sales?|season|break|camp|term))?${nextYear}`,
    `(?:the )?${weekday}(?: next week)?`,
    `(?:the )?(?:(?:year|month|quarter)[ -]?end|end of (?:the )?day|weekend|eo[dwmyq]|tomorrow|today|tonight|(?:new |next |coming )?(?:financial|fiscal|school|academic|new) (?:year|term)|year|month|quarter|week|term|semester)\\b`,
  ].join('|')})(?!\\w|[-/]\\d)`,
  'g',
)
const duration = new RegExp(
  String.raw`(?<![\w.$₹€£/]|\d-)${number}(?:\s?(?:-|to|or|\/)\s?${number})?[\s-]{0,2}${unit}\b(?: or (?:two|so|less|sooner))?(?: from (?:now|today)|'s? time|s'? time| time)?(?![-/]\d)`,
  'g',
)
const mood =
  /\b(?:as soon as (?:possible|you can|we can)|a\.s\.a\.p\b\.?|asap|(?:as )?early as possible|at the earliest|right away|straight away|immediately|immediate|urgent(?:ly)?|yesterday|(?:no|not in (?:a|any)|in no) (?:(?:real|big|particular|great|hard|fixed|strict|specific) )?(?:rush|hurry|urgency|deadlines?|timelines?)|not (?:very |super |that |so )?urgent|(?:(?:very|quite|pretty|fairly|totally) )?flexible|(?:timing|time|speed|timeline) (?:isn't|is not|not) (?:critical|important|crucial|a concern)|whenever(?: you (?:can|like))?|any ?time|open[ -]ended|(?:very )?soon|the sooner the better|as (?:quickly|fast) as possible)(?!\w)/g

const part =
  /\b(?:the )?(?:very |tail )?(?:(?:beginning|start|middle)(?= (?:of|in)\b)|end|mid|early|late|later|(?:first|second|third|last|1st|2nd|final) (?:week|half|day)|early part|latter half|first)(?:(?: of| in)?(?: the)? |[ -])$/
const link = /^(?: ?- ?| to | or | and | ?\/ ?|, ?maybe | or maybe |(?:,? of| in)? )$/
const deadline =
  /\b(?:(?:no|not) later than|latest by|on or before|ahead of|(?:just )?in time for|before|by|within|until|till?|prior to)(?: (?:the|about|around|latest|like|maybe))? $/
const place =
  /\b(?:(?:sometime|some time|somewhere) )?(?:in|on|during|around|about|for|at|from|after|between|over|sometime|towards?)(?: about| around| the)? $/
const hedge = `(?:like|around|about|approx\\.?|approximately|roughly|max|under|at most|less than|more than|no more than|maximum(?: of)?|up ?to|just|only|the next|the coming|next|coming|another|a|~)\\s?`
const inside = new RegExp(
  `\\b(?:within|with in|in|inside|over|under|for)(?: (?:a |the )?(?:max(?:imum)?|span|period|matter)(?: of)?)? (?:${hedge}){0,2}$`,
)
const hedged = new RegExp(`(?<!\\w)(?:${hedge}){1,2}$`)
/** "diwali se pehle", "march tak", "20 din mein". */
const postposition = /^ (?:se (?:pehle|pahle)|ke (?:pehle|andar)|tak|mein|me)\b/

/** How far before a time its preposition is looked for. */
const reach = 48

/** Every phrase of time in a text of small letters; of two that overlap the longer one. */
export function findTimePhrases(text: string): TimePhrase[] {
  const moods = spansOf(text, mood).map((span) => ({ kind: 'mood', ...span }) as const)
  const kept: TimePhrase[] = []
  const all = [...datesIn(text), ...durationsIn(text), ...eventsIn(text), ...moods]
  for (const phrase of all.sort((one, other) => other.end - other.start - (one.end - one.start))) {
    if (!kept.some((other) => phrase.start < other.end && other.start < phrase.end)) kept.push(phrase)
  }
  return kept
    .filter(({ start, end }) => !noTime.test(text.slice(start, end)) || text.trim().length < end - start + 3)
    .sort((one, other) => one.start - other.start)
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)]
    .slice(0, 30)
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
}

/** "march or april", "end of june to mid july", "the first week of april" are one time. */
function datesIn(text: string): TimePhrase[] {
  const dates: Span[] = []
  for (const { start, end } of spansOf(text, core)) {
    const grown = start - lengthBefore(text, start, part)
    const last = dates.at(-1)
    if (last !== undefined && link.test(text.slice(last.end, grown))) last.end = end
    else dates.push({ start: grown, end })
  }
  return dates.map(({ start, end }) => {
    const toDeadline = lengthBefore(text, start, deadline)
    if (toDeadline > 0) return withPostposition(text, { kind: 'deadline', start: start - toDeadline, end })
    return withPostposition(text, { kind: 'point', start: start - lengthBefore(text, start, place), end })
  })
}

function durationsIn(text: string): TimePhrase[] {
  return spansOf(text, duration).map(({ start, end }) => {
    const within = lengthBefore(text, start, inside)
    if (within > 0) return withPostposition(text, { kind: 'within', start: start - within, end })
    return withPostposition(text, { kind: 'duration', start: start - lengthBefore(text, start, hedged), end })
  })
}

function withPostposition(text: string, phrase: TimePhrase): TimePhrase {
  const after = postposition.exec(text.slice(phrase.end, phrase.end + 16))?.[0]
  return after === undefined ? phrase : { ...phrase, kind: 'deadline', end: phrase.end + after.length }
}

function lengthBefore(text: string, at: number, pattern: RegExp): number {
  return pattern.exec(text.slice(Math.max(0, at - reach), at))?.[0].length ?? 0
}

const eventStart = /\b(?:before|in time for|ahead of|by the time|prior to|until|till|by|for) (?=\S)/g
const eventEnd =
  /[,.;!?()\n\uFFFC]|\s-\s|\s(?:and|but|so|because|if|with|budget|i'm|please|pls|can you|is that|ideally|(?:we|i)(?:'d| would)? (?:need|want|like)|at (?:the )?latest|since|thanks?|which|would)\b/
const occasions =
  /\b(?:launch(?:es)?|opens?|opening|fundrais\w{1,4}|raise|pitch|demo|present(?:ation)?|conference|expo|trade show|fair|event|wedding|season|term|semester|school|exams?|summit|holidays?|baby|moving|go(?:es)? live|release|festival|tournament|elections?|audit|renewal|expires?|investors?|anniversary|birthday|campaign|hackathon|batch|cohort|sale|admissions?|enrol?ment|harvest|rains?|tax|carnival|fest|graduation|intake|webinar|workshop|retreat|camp|marathon|race|gala|concert|show|exhibition|competition|rush)\b/
const occasionAtEnd =
  /^by (?:[^\s\d]{2,20} ){1,3}(?:[a-z]{0,6}day|weekend|week|fest|con|season|harvest|festival|elections?|expo|conference|summit|opening|term|semester|exams?|fair)$/
const dated = new RegExp(`\\b(?:on|in) (?:the )?(?:early |late |mid |end of )?(?:${month}|${season}|${day} |q[1-4])`)
const wanted =
  /\b(?:live|ready|need(?:ed)?|launch(?:ed)?|up|out|done|finish(?:ed)?|online|deliver(?:ed)?|running)\b[^,;]{0,20}$/

/** "before our demo day on June 3", "live before SXSW"; not "before we decide", "by the way", "for my gym". */
function eventsIn(text: string): TimePhrase[] {
  return spansOf(text, eventStart).flatMap(({ start, end: from }) => {
    const rest = text.slice(from, from + 90)
    const stop = eventEnd.exec(rest)?.index ?? rest.trimEnd().length
    const phrase = text.slice(start, from + stop)
    return isEvent(phrase, text.slice(Math.max(0, start - reach), start))
      ? [{ kind: 'deadline', start, end: from + stop }]
      : []
  })
}

function isEvent(phrase: string, before: string): boolean {
  if (/^(?:by|for) /.test(phrase)) return occasionAtEnd.test(phrase) || (occasions.test(phrase) && dated.test(phrase))
  if (occasions.test(phrase) || /^(?:before|ahead of|in time for) (?:the|our) /.test(phrase)) return true
  const name = /^(?:before|ahead of|in time for) (\p{L}{2,20})(?: \S{1,20}){0,2}$/u.exec(phrase)?.[1] ?? 'we'
  if (functionWords.has(name) || isEveryday(name) || name.endsWith('ing')) return false
  return wanted.test(before) || before.trim() === ''
}

/** Words before they are times, and ages. */
const noTime =
  /\b(?:[4-9]|\d\d) ?(?:years|yrs)\b|^(?:(?:(?:in|on|for|of|at|from|about) )?(?:the )?(?:day|month|year|quarter|week|term|semester|fall|spring|may|mar|mon|dec|fri)|an? (?:day|year|week|month|hour))$/
