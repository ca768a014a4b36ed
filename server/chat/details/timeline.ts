import { oneToNineteen } from '../../../platform/text/number-words.ts'
import type { ParsedMessage, Sentence, Span } from './message.ts'
import { functionWords, isLowercaseWord } from './words.ts'

/** "urgent" or "soon" never replaces a date; another mood does. */
const scores = { pressing: 1, mood: 2, date: 3 } as const

/** When the visitor wants it, as written: a date rather than a mood, and of two equals the later. */
export function findTimeline(messages: readonly ParsedMessage[]): string | null {
  let best: { value: string; score: number } | undefined
  for (const message of messages) {
    for (const sentence of message.sentences) {
      for (const phrase of sentence.times) {
        const score = scorePhrase(sentence, phrase)
        if (score === undefined || (best !== undefined && score < best.score)) continue
        best = { score, value: sentence.original.slice(phrase.start, phrase.end).replace(/[.,;:!?\s]$/, '') }
      }
    }
  }
  return best?.value ?? null
}

const planning =
  /\b(?:call(?:s|ed|ing)?|talk|speak|chat|meet|meeting|zoom|gmeet|skype|teams|available|availability|free|reach me|ring|phone|catch up|slots?|discuss(?:ion)?|connect|hop on|hear (?:back|from)|reply|respond|response|get back|follow up|back to me|quotation|quote|proposal|estimate|consultation|appointment|contact me|write (?:me|back)|email me|let me know|get in touch|decide|decision|away|vacation|out of office|travell?ing|busy|unavailable|office hours)\b/
const delivery =
  /\b(?:launch\w{0,3}|live|ready|deliver\w{0,3}|finish\w{0,3}|complet\w{0,3}|done|deadline|time ?line|time ?frame|ship|shipped|release\w?|roll ?out|target|due|required|have (?:it|this)|up and running|built|build|mvp|ideally|hopefully|aim\w{0,3}|opening|delivery|online|in place|need(?:ed|s|ing)?|want(?:ed)?|would like|'d like|like (?:it|this)|looking (?:at|to|for)|plan(?:ning)? (?:to|for|on)|hoping|prefer\w{0,3}|must|should be|has to|have to|chahiye|possible|doable|latest|eta|expect\w{0,3}|fix(?:ed)?|redesign|migrate|project|it (?:would|will|should) be|moved|pushed|postponed|shifted)\b/
const notADeadlineAfter =
  /^\s?(?:ago|old|of (?:experience|runway|support|maintenance)|experience|runway|trial|warranty|support|guarantee|notice|free|already|back|now|in business|later|contract|subscription|each|per|every|\d{0,2}(?::\d\d)? ?(?:am|pm|ist|est|pst|gmt)\b)/
const studioDuration = /\byour?\b(?! (?:to|can|could))|\b(?:site|page) says\b|\btakes?\b/
const canQuestion = /\b(?:can|could|would|will|possible|able|feasible|doable|realistic|enough)\b/
const negated = /\b(?:not|never|n't be|instead of|rather than|takes?|lasts?) (?:in |on |by |about |around )?$/

function scorePhrase({ lower }: Sentence, phrase: TimePhrase): number | undefined {
  const words = lower.slice(phrase.start, phrase.end)
  const before = lower.slice(0, phrase.start).split(boundary).at(-1) ?? ''
  const after = lower.slice(phrase.end).split(boundary)[0] ?? ''
  const clause = `${before} ${after}`
  if (negated.test(before) || notADeadlineAfter.test(after) || planning.test(clause)) return undefined
  if (phrase.kind === 'mood') return scoreMood(words, clause)
  if (lower.trimEnd().endsWith('?') && (studioDuration.test(before) || !canQuestion.test(lower))) return undefined
  if (isAlone(lower, phrase)) return scores.date
  const isFirm = phrase.kind === 'deadline'
  if (/^(?:for|over|from|since|after)\b/.test(words) && !isFirm) return undefined
  const isDelivery = delivery.test(lower.slice(Math.max(0, phrase.start - 60), phrase.start) + after)
  return isDelivery || (isFirm && !/\b(?:hours?|hrs)\b/.test(words)) ? scores.date : undefined
}

const boundary = /[,;.!?\n(]|\s-\s|\b(?:but|and|so|then|because|while|though)\b/

const flexibleAboutOther =
  /\b(?:budget|price|pricing|cost|payment|rate|layout|design|scope|features?|stack|tech|hours|enough|solution|system|app|site|cms)\b|\d{3}/
const vague = /^(?:any ?time|whenever|(?:very )?soon|yesterday|immediate|right|straight)/

function scoreMood(words: string, clause: string): number | undefined {
  if (words.includes('flexible') && flexibleAboutOther.test(clause)) return undefined
  if (vague.test(words) && !delivery.test(clause) && clause.trim() !== '') return undefined
  return /^(?:urgent|soon|very soon|yesterday)/.test(words) ? scores.pressing : scores.mood
}

const aloneBefore =
  /^\s{0,3}(?:(?:ok|okay|now|then|yes|sure|well|so|sorry|actually|oops|no|it's|its|is|are|our|my|the|maybe|probably|ideally|hopefully|say|like|either|latest|time|time ?line|time ?frame|deadline|delivery|due(?: date)?|launch(?: date)?|target|eta|needed|need it|need|required|want it|date|please|pls|make it|go ?live|when|and|also|would be|should be|budget|in|wise|timing|[$₹€£]?\d{1,7}(?: ?(?:k|l|lakhs?|usd|inr|eur|gbp|dollars|rupees))?)[\s:=,.-]{1,3}){0,6}[~<]?\s?$/
const aloneAfter =
  /^\s?(?:(?:or so|max|maximum|latest|at (?:the )?latest|at most|ish|please|pls|ideally|preferably|too|then|actually|if possible|from now|total|tops|thanks|hopefully|i think|works(?: better| best| fine)?|(?:is|looks|seems|sounds|would be) (?:(?:more|probably|also|totally) )?(?:realistic|likely|doable|safer|better|sensible|nice|great|fine|ok|okay|good|ideal|perfect|the deadline))\s?){0,3}$/

/** A reply or list item that is just the time: "6 weeks", "timeline: Q2", "booking app, 5k, 6 weeks". */
function isAlone(text: string, { start, end }: TimePhrase): boolean {
  const before = text.slice(Math.max(0, start - 100), start).split(/[;!?\n|]|[.,]\s|\s-\s|\bbut\s/)
  const after = text.slice(end, end + 60).split(/[,;.!?\n|\uFFFC]|\s-\s/)[0] ?? ''
  return aloneBefore.test(before.at(-1) ?? '') && aloneAfter.test(after)
}

export type TimePhrase = Span & { kind: 'deadline' | 'time' | 'mood' }

/* Matched from the inside out: a core ("march", "6 weeks"), its part ("end of"), then what precedes it ("by"). */
const number = String.raw`(?:\d{1,3}(?:\.\d)?|${Object.keys(oneToNineteen).join('|')}|a couple(?: of)?|couple of|a few|few|several|half an?|an?|ek|do|teen)`
const unit = `(?:(?:business|working|full|good) )?(?:days?|weeks?|wks?|weekends?|months?|mnths?|mths?|mos?|years?|yrs?|hours?|hrs?|quarters?|fortnights?|sprints?|din|mahin[aeo]|haft[ae])`
const month = `(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b`
const weekday = `(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thurs?|fri)\\b`
const year = String.raw`(?:'\d\d|20[2-4]\d)\b`
const season = `(?:spring|summer|fall|autumn|winter|monsoon)\\b`
const holiday = `(?:christmas(?: eve)?|xmas|easter|thanksgiving|black friday|cyber monday|halloween|diwali|deepavali|dipawali|holi|navratri|dussehra|durga puja|puja|ganesh chaturthi|onam|pongal|eid|ramadan|ramzan|rakhi|raksha bandhan|independence day|republic day|new year'?s?(?: eve| day)?|valentine'?s?(?: day)?|mother'?s day|father'?s day|women'?s day|labou?r day|memorial day|4th of july|hanukkah|janmashtami|dhanteras|sankranti|vishu|bihu|shivratri|juneteenth|boxing day|super bowl|world cup|chinese new year|lunar new year|holidays|(?:holiday|festive|wedding|tax) season)\\b`
const day = String.raw`[0-3]?\d(?:st|nd|rd|th)?`
const nextYear = `(?:,? (?:of )?(?:${year}|(?:next|this) year))?`

const date = new RegExp(
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

const datePartBefore =
  /\b(?:the )?(?:very |tail )?(?:(?:beginning|start|middle)(?= (?:of|in)\b)|end|mid|early|late|later|(?:first|second|third|last|1st|2nd|final) (?:week|half|day)|early part|latter half|first)(?:(?: of| in)?(?: the)? |[ -])$/
const rangeLink = /^(?: ?- ?| to | or | and | ?\/ ?|, ?maybe | or maybe |(?:,? of| in)? )$/
const deadlineBefore =
  /\b(?:(?:no|not) later than|latest by|on or before|ahead of|(?:just )?in time for|before|by|within|until|till?|prior to)(?: (?:the|about|around|latest|like|maybe))? $/
const prepositionBefore =
  /\b(?:(?:sometime|some time|somewhere) )?(?:in|on|during|around|about|for|at|from|after|between|over|sometime|towards?)(?: about| around| the)? $/
const hedge = `(?:like|around|about|approx\\.?|approximately|roughly|max|under|at most|less than|more than|no more than|maximum(?: of)?|up ?to|just|only|the next|the coming|next|coming|another|a|~)\\s?`
const durationPrepositionBefore = new RegExp(
  `\\b(?:within|with in|in|inside|over|under|for)(?: (?:a |the )?(?:max(?:imum)?|span|period|matter)(?: of)?)? (?:${hedge}){0,2}$`,
)
const hedgeBefore = new RegExp(`(?<!\\w)(?:${hedge}){1,2}$`)
/** "diwali se pehle", "march tak", "20 din mein". */
const postpositionAfter = /^ (?:se (?:pehle|pahle)|ke (?:pehle|andar)|tak|mein|me)\b/

const contextCharacters = 48

export function findTimePhrases(text: string): TimePhrase[] {
  const moods = spansOf(text, mood).map((span) => ({ kind: 'mood', ...span }) as const)
  const kept: TimePhrase[] = []
  const all = [...datesIn(text), ...durationsIn(text), ...eventsIn(text), ...moods]
  for (const phrase of all.sort((one, other) => other.end - other.start - (one.end - one.start))) {
    if (!kept.some((other) => phrase.start < other.end && other.start < phrase.end)) kept.push(phrase)
  }
  return kept
    .filter(({ start, end }) => !notATime.test(text.slice(start, end)) || text.trim().length < end - start + 3)
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
  for (const { start, end } of spansOf(text, date)) {
    const startWithPart = start - lengthBefore(text, start, datePartBefore)
    const last = dates.at(-1)
    if (last !== undefined && rangeLink.test(text.slice(last.end, startWithPart))) last.end = end
    else dates.push({ start: startWithPart, end })
  }
  return dates.map(({ start, end }) => {
    const toDeadline = lengthBefore(text, start, deadlineBefore)
    if (toDeadline > 0) return withPostposition(text, { kind: 'deadline', start: start - toDeadline, end })
    return withPostposition(text, { kind: 'time', start: start - lengthBefore(text, start, prepositionBefore), end })
  })
}

function durationsIn(text: string): TimePhrase[] {
  return spansOf(text, duration).map(({ start, end }) => {
    const before = lengthBefore(text, start, durationPrepositionBefore) || lengthBefore(text, start, hedgeBefore)
    return withPostposition(text, { kind: 'time', start: start - before, end })
  })
}

function withPostposition(text: string, phrase: TimePhrase): TimePhrase {
  const after = postpositionAfter.exec(text.slice(phrase.end, phrase.end + 16))?.[0]
  return after === undefined ? phrase : { ...phrase, kind: 'deadline', end: phrase.end + after.length }
}

function lengthBefore(text: string, at: number, pattern: RegExp): number {
  return pattern.exec(text.slice(Math.max(0, at - contextCharacters), at))?.[0].length ?? 0
}

const eventStart = /\b(?:before|in time for|ahead of|by the time|prior to|until|till|by|for) (?=\S)/g
const eventEnd =
  /[,.;!?()\n\uFFFC]|\s-\s|\s(?:and|but|so|because|if|with|budget|i'm|please|pls|can you|is that|ideally|(?:we|i)(?:'d| would)? (?:need|want|like)|at (?:the )?latest|since|thanks?|which|would)\b/
const occasions =
  /\b(?:launch(?:es)?|opens?|opening|fundrais\w{1,4}|raise|pitch|demo|present(?:ation)?|conference|expo|trade show|fair|event|wedding|season|term|semester|school|exams?|summit|holidays?|baby|moving|go(?:es)? live|release|festival|tournament|elections?|audit|renewal|expires?|investors?|anniversary|birthday|campaign|hackathon|batch|cohort|sale|admissions?|enrol?ment|harvest|rains?|tax|carnival|fest|graduation|intake|webinar|workshop|retreat|camp|marathon|race|gala|concert|show|exhibition|competition|rush)\b/
const occasionAtEnd =
  /^by (?:[^\s\d]{2,20} ){1,3}(?:[a-z]{0,6}day|weekend|week|fest|con|season|harvest|festival|elections?|expo|conference|summit|opening|term|semester|exams?|fair)$/
const hasDate = new RegExp(`\\b(?:on|in) (?:the )?(?:early |late |mid |end of )?(?:${month}|${season}|${day} |q[1-4])`)
const launchBefore =
  /\b(?:live|ready|need(?:ed)?|launch(?:ed)?|up|out|done|finish(?:ed)?|online|deliver(?:ed)?|running)\b[^,;]{0,20}$/

/** "before our demo day on June 3", "live before SXSW"; not "before we decide", "by the way", "for my gym". */
function eventsIn(text: string): TimePhrase[] {
  return spansOf(text, eventStart).flatMap(({ start, end: from }) => {
    const rest = text.slice(from, from + 90)
    const stop = eventEnd.exec(rest)?.index ?? rest.trimEnd().length
    const phrase = text.slice(start, from + stop)
    return isEvent(phrase, text.slice(Math.max(0, start - contextCharacters), start))
      ? [{ kind: 'deadline', start, end: from + stop }]
      : []
  })
}

function isEvent(phrase: string, before: string): boolean {
  if (/^(?:by|for) /.test(phrase)) return occasionAtEnd.test(phrase) || (occasions.test(phrase) && hasDate.test(phrase))
  if (occasions.test(phrase) || /^(?:before|ahead of|in time for) (?:the|our) /.test(phrase)) return true
  const name = /^(?:before|ahead of|in time for) (\p{L}{2,20})(?: \S{1,20}){0,2}$/u.exec(phrase)?.[1] ?? 'we'
  if (functionWords.has(name) || isLowercaseWord(name) || name.endsWith('ing')) return false
  return launchBefore.test(before) || before.trim() === ''
}

const notATime =
  /\b(?:[4-9]|\d\d) ?(?:years|yrs)\b|^(?:(?:(?:in|on|for|of|at|from|about) )?(?:the )?(?:day|month|year|quarter|week|term|semester|fall|spring|may|mar|mon|dec|fri)|an? (?:day|year|week|month|hour))$/
