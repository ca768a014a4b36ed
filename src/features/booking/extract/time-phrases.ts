import { allMatches } from './all-matches.ts'
import { isEveryday } from './everyday-words.ts'
import type { Span } from './message.ts'
import { functionWords, productWords, toolWords } from './words.ts'

/** What a phrase says by its form: a deadline, a length of time, a point in time, an event, or only how much it presses. */
type TimeKind = 'deadline' | 'within' | 'duration' | 'point' | 'event' | 'mood'
export type TimePhrase = Span & { kind: TimeKind }

/*
 * Grown from the inside out, on text in small letters: a core ("march", "6 weeks"), its part ("end of"), a second core
 * ("march or april"), what stands before ("by", "within the next"). Small patterns compile fast and read in one line.
 */
const number = String.raw`(?:\d{1,3}(?:\.\d)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a couple(?: of)?|couple of|a few|few|several|half an?|an?|ek|do|teen)`
const unit = `(?:(?:business|working|calendar|more|full|good) )?(?:days?|weeks?|wks?|weekends?|months?|mnths?|mths?|mos?|years?|yrs?|hours?|hrs?|quarters?|fortnights?|sprints?|din|mahine|mahina|mahino|hafte|hafta|haftey)`
const month = String.raw`(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b`
const weekday = String.raw`(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thurs?|fri)\b`
const year = String.raw`(?:'\d\d|20[2-4]\d)\b`
const season = String.raw`(?:spring|summer|fall|autumn|winter|monsoon)\b`
const holiday = String.raw`(?:christmas(?: eve)?|xmas|x-mas|easter|thanksgiving|black friday|cyber monday|halloween|diwali|deepavali|dipawali|holi|navratri|dussehra|dasara|durga puja|puja|ganesh chaturthi|onam|pongal|eid|ramadan|ramzan|rakhi|raksha bandhan|independence day|republic day|new year'?s?(?: eve| day)?|valentine'?s?(?: day)?|mother'?s day|father'?s day|women'?s day|labou?r day|memorial day|4th of july|july 4th|hanukkah|akshaya tritiya|lohri|kar[wv]a chauth|janmashtami|dhanteras|bhai dooj|(?:makar )?sankranti|vishu|bihu|shivratri|juneteenth|boxing day|st\.? patrick'?s(?: day)?|super bowl|world cup|golden week|songkran|baisakhi|ugadi|chinese new year|lunar new year|holidays|holiday season|festive season|festival season|wedding season|tax season)\b(?: (?:food drive|drive|sales?|rush|season|break|weekend|party|gala|fair|market|campaign|concert|bazaar)\b)?`
const relative = `(?:the )?(?:following|coming|upcoming|next|this|later this|early next|late next|mid next) (?:week(?:end)?|month|quarter|year|fortnight|academic year|financial year|fiscal year|sprint|season|${season}|${weekday}|${month})(?:'s end|[ -]end(?!\\w))?`
const numbered = String.raw`[0-3]?\d(?:st|nd|rd|th)?`

const core = new RegExp(
  String.raw`(?<![\w.$₹€£/]|\d-)(?:${[
    String.raw`\d{4}-\d\d-\d\d`,
    String.raw`\d{1,2}[/.]\d{1,2}[/.](?:20)?\d\d`,
    String.raw`(?!24\/7)\d{1,2}\/\d{1,2}(?![\d/])`,
    `(?:the )?${numbered}(?: of)?[ -]?${month}(?:,? ${year})?`,
    String.raw`${month} ?(?:the )?${numbered}(?![\d:]| ?(?:am|pm|k|usd|people|users|lakh))(?:,? ${year})?`,
    `(?:(?:calendar )?week|kw|wk|cw) ?(?:no\\.? ?)?[1-5]?\\d(?: ${year})?\\b(?! ?(?:of|weeks))`,
    `${month}[ -](?:end|mid|middle|beginning|start|ending)\\b`,
    `${month}(?:,? (?:of )?${year}|,? (?:of )?(?:next|this) year)?`,
    String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th)(?: of (?:this|next|the) month)?\b`,
    String.raw`q[1-4]\b(?:[ ,/-]{0,2}(?:of )?${year}| (?:of )?(?:next|this) year)?`,
    `h[12] ${year}`,
    String.raw`(?:the )?(?:first|second|third|fourth|last|final|1st|2nd|3rd|4th) (?:quarter|half|week|month|weekend)\b`,
    relative,
    `(?:the )?(?:next |this )?${holiday}(?: ${year}| this year| next year)?`,
    `(?:the )?${season}(?: (?:sales?|season|break|camp|term|fair|festival|collection))?(?: (?:of )?${year}| (?:this|next) year)?`,
    String.raw`(?:the )?(?:\d{1,2} ?[ap]m (?:on )?)?${weekday}(?: next week)?`,
    String.raw`(?:the )?(?:year[ -]?end|month[ -]?end|quarter[ -]?end|end of (?:the )?day|weekend|eod|eow|eom|eoy|eoq|tomorrow|today|tonight|new year|fy ?${year}|fy|(?:new |next |coming )?(?:financial|fiscal|school|academic|new) (?:year|term)|year|month|quarter|week|term|semester|day)\b`,
    year,
  ].join('|')})(?![\w]|[-/]\d)`,
  'g',
)
const duration = new RegExp(
  String.raw`(?<![\w.$₹€£/]|\d-)${number}(?:\s?(?:-|to|or|\/)\s?${number})?[\s-]{0,2}${unit}\b(?: or (?:two|so|less|sooner|three|${number} ${unit}))?(?: (?:from|of|after) (?:now|today|signing|kick-?off|start|approval|the start)|'s? time|s'? time| time)?(?![-/]\d)`,
  'g',
)
const mood =
  /\b(?:as soon as (?:possible|you can|we can|practical)|a\.s\.a\.p\b\.?|asap|(?:as )?early as possible|at (?:the|your) earliest|right away|straight away|immediately|immediate|urgent(?:ly)?|yesterday|no (?:real |big |particular |great |major |special |such )?(?:rush|hurry|urgency)|in no (?:real |great |particular )?(?:rush|hurry)|(?:not|no) (?:really )?in (?:a|any) (?:big |great |particular )?(?:rush|hurry)|not (?:very |super |that |so )?urgent|no (?:hard |fixed |strict |specific |real |set |firm |particular |tight )?(?:deadlines?|timelines?|time ?frame)|(?:very |quite |pretty |fairly |totally |completely )?flexible|(?:timing|time|speed|timeline|the date|the deadline) (?:isn't|is not|not) (?:really |that |so )?(?:critical|important|crucial|a concern|an issue|a problem|pressing|fixed)|(?:don't|do not) have an?y? (?:hard |fixed |strict |real )?deadline|no particular (?:hurry|rush|deadline)|whenever(?: (?:you can(?: fit (?:us|me|it) in)?|you like|suits you|is fine|works|possible))?|any ?time|open[ -]ended|very soon|soon|no time pressure|the sooner the better|the earlier the better|as (?:quickly|fast|quick|early) as (?:possible|you can))(?!\w)/g

const part =
  /(?:\b(?:the )?(?:very |tail )?(?:(?:beginning|start|middle)(?= (?:of|in)\b)|end|mid|early|late|later|first week|second week|third week|last week|1st week|2nd week|first half|second half|early part|latter half|first|last week|last day|final week)(?:(?: of| in)?(?: the)? |[ -]))$/
const link = /^(?: ?- ?| to | or | and | ?\/ ?|, ?maybe | or maybe | or at (?:the )?latest )(?=\S)/
const ofLater = /^(?:,? of| in)? (?=\S)/
const deadline =
  /(?:\bno later than|\bnot later than|\blatest by|\bon or before|\bat the latest by|\bbefore or by|\bby or before|\bahead of|\b(?:just )?in time for|\bbefore|\bby|\bwithin|\buntil|\btill?|\bprior to)(?: (?:the )?(?:very )?latest| about| around| roughly| maybe| say| like| the)? $/
const place =
  /(?:\b(?:sometime|some time|somewhere) )?\b(?:in|on|during|around|about|for|at|from|after|between|over|sometime|some time|early in|late in|towards|toward|circa)(?: about| around| the)? $/
const aimed =
  /\b(?:hop(?:e|ing)|aim(?:ing|ed)?|plan(?:ned|ning)?|shoot(?:ing)?|scheduled|slated|target(?:ing|ed)?|looking|gunning|set|pushing|date|deadline) for (?:the |about |around )*$/
const hedge = String.raw`(?:like|around|about|approx\.?|approximately|roughly|max|under|over|at most|less than|more than|no more than|not more than|maximum(?: of)?|up ?to|just|only|the next|the coming|the following|next|coming|another|a|~)\s?`
const inside = new RegExp(
  String.raw`(?:\b(?:sometime|some time) )?\b(?:within|with in|in|inside|over|under|for)(?: (?:a |the )?(?:max(?:imum)?|span|period|time ?frame|matter|total|range)(?: of)?)? (?:${hedge}){0,2}$`,
)
const hedged = new RegExp(String.raw`(?<![\w])(?:${hedge}){1,2}$`)
const reach = 48
/** A sentence with more times than this is no answer. */
const most = 30

/** Without one of these no date and no length of time stands in a sentence. */
const timely = new RegExp(
  String.raw`\d|\b(?:${month}|${weekday}|${season}|${holiday}|weeks?|week|month|months|quarter|quarters|year|years|weekends?|day|days|hours?|hrs?|fortnights?|sprints?|term|semester|tomorrow|today|tonight|eod|eow|eom|eoy|eoq|fy|wks?|yrs?|mo|mos|mths?|mnths?|din|maha?in[aeo]|mahino|haft[ae]|haftey|days?|end)`,
)

/** Every phrase of time in a text of small letters; of two that overlap the longer one. */
export function findTimePhrases(text: string): TimePhrase[] {
  const found = !timely.test(text)
    ? []
    : [...datesIn(text), ...durationsIn(text)].map((phrase) => withPostposition(phrase, text))
  found.push(...eventsIn(text), ...eventsBefore(text))
  for (const match of allMatches(text, mood))
    found.push({ kind: 'mood', start: match.index, end: match.index + match[0].length })
  const kept: TimePhrase[] = []
  join(found, text)
  for (const phrase of found.sort((one, other) => length(other) - length(one))) {
    if (!kept.some((other) => phrase.start < other.end && other.start < phrase.end)) kept.push(phrase)
  }
  return kept
    .filter(
      (phrase) =>
        isTime(text.slice(phrase.start, phrase.end)) ||
        /^\W*(?:(?:maybe|ideally|hopefully|the|around|like|so|well|ok|probably)\W+)*(?:fall|spring)(?:\W*$| (?:would|is|works|sounds|please|ideally|at|then|i)\b)/.test(
          text,
        ),
    )
    .sort((one, other) => one.start - other.start)
}

/** "six weeks before the opening on 3 July". */
function join(found: TimePhrase[], text: string): void {
  for (const first of found.filter(({ kind }) => kind === 'duration' || kind === 'within')) {
    const second = found.find(({ start }) => start === first.end + 1)
    if (second !== undefined && /^(?:before|ahead of|prior to)\b/.test(text.slice(second.start)))
      found.push({ kind: 'deadline', start: first.start, end: second.end })
  }
}

function length(phrase: TimePhrase): number {
  return phrase.end - phrase.start
}

function datesIn(text: string): TimePhrase[] {
  const cores = allMatches(text, core, most).map((match) => grown(text, match.index, match.index + match[0].length))
  const dates: TimePhrase[] = []
  for (let at = 0; at < cores.length; at += 1) {
    const first = cores[at]
    if (first === undefined) continue
    let { end } = first
    for (let next = cores[at + 1]; next !== undefined && joins(text, end, next.start); next = cores[at + 1]) {
      end = next.end
      at += 1
    }
    dates.push(withPreposition(text, first.start, end))
  }
  return dates
}

function grown(text: string, start: number, end: number): Span {
  return { start: start - lengthBefore(text, start, part), end }
}

/** "march or april", "end of june to mid july", "the first week of april", "end of q1 next year". */
function joins(text: string, end: number, next: number): boolean {
  const between = text.slice(end, next + 1)
  return (link.exec(between)?.[0].length ?? ofLater.exec(between)?.[0].length) === next - end && next > end
}

/** "diwali se pehle", "march tak", "20 din mein". */
const postposition = /^ (?:se (?:pehle|pahle|phle)|ke (?:pehle|andar)|tak|mein|me|m)\b/

function withPostposition(phrase: TimePhrase, text: string): TimePhrase {
  const after = postposition.exec(text.slice(phrase.end, phrase.end + 16))?.[0]
  return after === undefined ? phrase : { ...phrase, kind: 'deadline', end: phrase.end + after.length }
}

const eventBefore = /(?:^|[,.;:]\s*)(?:[^\s:]+ ){1,3}(?:se|ke) (?:pehle|pahle|phle)\b/g

function withPreposition(text: string, start: number, end: number): TimePhrase {
  const toDeadline = lengthBefore(text, start, deadline)
  if (toDeadline > 0) return { kind: 'deadline', start: start - toDeadline, end }
  const stands = place.exec(text.slice(Math.max(0, start - reach), start))?.[0] ?? ''
  const isObject = /^for /.test(stands) && aimed.test(text.slice(Math.max(0, start - reach), start))
  return { kind: 'point', start: start - (isObject ? stands.length - 4 : stands.length), end }
}

function durationsIn(text: string): TimePhrase[] {
  return allMatches(text, duration, most).map((match) => {
    const end = match.index + match[0].length
    const until = lengthBefore(text, match.index, deadline)
    if (until > 0) return { kind: 'deadline', start: match.index - until, end }
    const within = lengthBefore(text, match.index, inside)
    if (within > 0) return { kind: 'within', start: match.index - within, end }
    const about = lengthBefore(text, match.index, hedged)
    return { kind: 'duration', start: match.index - about, end }
  })
}

function lengthBefore(text: string, at: number, pattern: RegExp): number {
  return pattern.exec(text.slice(Math.max(0, at - reach), at))?.[0].length ?? 0
}

const eventStart =
  /\b(?:before|in time for|ahead of|by the time|prior to|until|till|by|for|(?:sometime )?around) (?=(?<=before |ahead of |in time for )(?!that|this|it\b|we|i\b|you|then|now|anything|paying|signing|booking)\S|(?:\S+ ){0,2}(?:season|harvest|festival|elections?|expo|conference|summit|demo day|opening|term|semester|exams?|fair)\b|(?<=by )(?!(?:every|each|next|this|that|the|end|last|mid|same|one|two|an?)\b)(?:[^\s\d,.;]+ ){1,3}(?:day|month|tuesday|saturday|sunday|friday|weekend|week|fest|con)\b|(?:the|our|my|their|his|her|we|i|they|it|school|college|classes|term|launch|demo|investor|board|peak|series|exams?|an?)\b|(?:\S+ ){1,4}(?:in|on) )/g
const eventEnd =
  /\s*(?:$|[,.;!?()\n\uFFFC]|\s-\s|\s(?:and|but|so|because|if|with|budget|i'm|please|pls|can you|is that|ideally|(?:we|i)(?:'d| would)? (?:need|want|like)|at (?:the )?latest|since|thanks|thank|which|would)\b)/g
const wholeEvent = /^\s*(?:before|in time for) (?!that|this|it\b|we|i\b|you|then|now|anything)\S+(?: \S+){0,3}[.!]?\s*$/
const ownEvents =
  /\b(?:launch|opens?|opening|reopen|raise|raising|fundraise|fundraiser|funding round|pitch|demo|present|presentation|conference|expo|trade show|fair|event|wedding|season|term|semester|school|exams?|summit|holidays?|vacation|maternity|baby|move|moving|relocation|expansion|expand|go(?:es)? live|go-live|release|rollout|roll out|festival|tournament|elections?|audit|renewal|expires?|investors?|series [abc]|seed|agm|anniversary|birthday|campaign|hackathon|accelerator|batch|cohort|sale|kickstarter|crowdfunding|admissions?|enrol?ment|harvest|rains?|exam|session|kharif|rabi|sowing|calving|lambing|planting|picking|tourist|tax|peak|high season|low season|holiday|gifting|sales|fundraising|giving|carnival|mela|puja|pooja|shaadi|mahotsav|utsav|fest|jubilee|graduation|convocation|semester|intake|christening|grand opening|soft opening|soft launch|rebrand|meetup|webinar|workshop|retreat|camp|parade|auction|market day|visit|inspection|meeting with|presentation to|run out|travel|trip|retreat|marathon|race|gala|concert|show|exhibition|showcase|deadline|year|quarter|summer|winter|spring|autumn|monsoon|inauguration|ceremony|competition|board meeting|annual|rush)\b/
const dated = new RegExp(
  String.raw`\b(?:on|in) (?:the )?(?:early |late |mid[ -]?|end of )?(?:${month}|${season}|${numbered} |q[1-4])`,
)

/** "before our demo day on June 3"; not "before we decide", "by the way", "for my gym". */
function eventsIn(text: string): TimePhrase[] {
  return allMatches(text, wholeEvent.test(text) ? /\b(?:before|in time for) /g : eventStart, 6).flatMap((match) => {
    eventEnd.lastIndex = match.index + match[0].length
    const end = eventEnd.exec(text)?.index ?? text.length
    const phrase = text.slice(match.index, end)
    return end - match.index <= 90 &&
      phrase.split(' ').length <= 12 &&
      (isEvent(phrase) || isNamedEvent(phrase, text.slice(0, match.index)) || wholeEvent.test(text))
      ? [{ kind: 'event', start: match.index, end } as const]
      : []
  })
}

function eventsBefore(text: string): TimePhrase[] {
  return allMatches(text, eventBefore, 3).map(({ index, 0: found }) => {
    const start = index + (/^[,.;:]\s*/.exec(found)?.[0].length ?? 0)
    return { kind: 'event', start, end: index + found.length }
  })
}

/** "live before SXSW": of an event that is in no list there is only its unusual name. */
function isNamedEvent(phrase: string, before: string): boolean {
  const name = /^(?:before|ahead of|in time for) (\S+)(?: \S+){0,2}$/.exec(phrase)?.[1] ?? ''
  return (
    /\p{L}{2}/u.test(name) &&
    !/ing$|^https?/.test(name) &&
    !functionWords.has(name) &&
    !isEveryday(name) &&
    !productWords.has(name) &&
    !toolWords.has(name) &&
    /\b(?:live|ready|need(?:ed)?|launch(?:ed)?|up|out|done|finish(?:ed)?|online|deliver(?:ed)?|complete[d]?|running)\b[^,;]{0,20}$/.test(
      before,
    )
  )
}

function isEvent(phrase: string): boolean {
  if (
    /^(?:before|ahead of) (?:the|our) (?!project|work|start|design|development|build|nda|agreement|contract|scope|quote|invoice|call|meeting|payment|deposit|booking|signing|website|site|app|end\b|price)/.test(
      phrase,
    )
  )
    return true
  if (/^in time for (?!that|this|it\b)/.test(phrase)) return phrase.split(' ').length <= 8
  if (
    /^\S+ (?:the way|that|this|it|(?:we|i) (?:decide|commit|pay|sign|proceed|book|start|begin|talk|meet|go ahead|say|give|send|make))\b/.test(
      phrase,
    )
  )
    return false
  if (
    /\b(?:call|consultation|payment|paying|deposit|booking|signing|website|app)\b/.test(phrase) &&
    !/launch|open/.test(phrase)
  )
    return false
  if (
    /^(?:by|(?:sometime )?around) (?:the |our |my )?(?:\S+ ){0,2}(?:season|harvest|festival|elections?|expo|conference|summit|demo day|opening|term|semester|exams?|fair)(?: starts?| begins?)?$/.test(
      phrase,
    )
  )
    return true
  if (
    /^by (?!(?:every|each|next|this|that|the|end|last|mid|same|one|two|an?)\b)(?:[^\s\d,.;]+ ){1,3}(?:day|month|tuesday|saturday|sunday|friday|weekend|week|fest|con)$/.test(
      phrase,
    )
  )
    return true
  if (/\baround\b/.test(phrase.slice(0, 16))) return false
  if (
    /^by (?:the|our) (?!(?:\S+ )?(?:team|company|agency|studio|people|end|middle|start|beginning|guys?|developers?)\b)(?:\S+ ){1,4}(?:on|in) /.test(
      phrase,
    ) &&
    dated.test(phrase)
  )
    return true
  if (/^(?:by|for) (?!the time)/.test(phrase))
    return ownEvents.test(phrase) && dated.test(phrase) && phrase.split(' ').length <= 10
  return ownEvents.test(phrase) || dated.test(phrase)
}

/** Words before they are times, and units that measure something else. */
function isTime(phrase: string): boolean {
  return (
    (!/\b(?:[4-9]|\d\d) ?(?:years|yrs)\b/.test(phrase) &&
      !/^(?:(?:(?:the|for the|of the|on the|in the|in|on|for|at|from|about|around|over) )?(?:day|month|year|quarter|week|term|semester|fall|spring|mon|sun)|an? (?:day|year|week|month|hour))$/.test(
        phrase,
      )) ||
    /^in (?:the )?(?:fall|spring)$/.test(phrase)
  )
}
