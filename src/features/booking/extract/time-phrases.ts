import type { Span } from './message.ts'

/** What a phrase says by its form: a deadline, a length of time, a point in time, or only how much it presses. */
export type TimeKind = 'deadline' | 'within' | 'duration' | 'point' | 'event' | 'mood'
export type TimePhrase = Span & { kind: TimeKind }

const number = String.raw`(?:\d{1,3}(?:\.\d)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a couple(?: of)?|couple of|a few|few|several|half an?|an?|ek|do|teen)`
const unit = String.raw`(?:business |working |calendar |more |full )?(?:days?|weeks?|wks?|weekends?|months?|mnths?|mths?|mos?|years?|yrs?|hours?|hrs?|quarters?|fortnights?|sprints?)`
const duration = String.raw`${number}(?:\s?(?:-|to|or|\/)\s?${number})?[\s-]{0,2}${unit}(?: or (?:two|so|less|sooner|${number}))?(?: from (?:now|today))?`
const month = String.raw`(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b`
const weekday = String.raw`(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thurs?|fri)\b`
const year = String.raw`(?:'\d{2}|20[2-4]\d)\b`
const season = String.raw`(?:spring|summer|fall|autumn|winter|monsoon)\b`
const holiday = String.raw`(?:(?:the )?(?:christmas(?: eve)?|xmas|x-mas|easter|thanksgiving|black friday|cyber monday|halloween|diwali|deepavali|holi|navratri|dussehra|dasara|durga puja|puja|ganesh chaturthi|onam|pongal|eid|ramadan|ramzan|rakhi|raksha bandhan|independence day|republic day|new year'?s?(?: eve)?|valentine'?s?(?: day)?|mother'?s day|father'?s day|labou?r day|memorial day|4th of july|july 4th|hanukkah|lent|akshaya tritiya|lohri|baisakhi|ugadi|chinese new year|lunar new year|holidays|holiday season|festive season|festival season|wedding season|tax season))`
const dayNumber = String.raw`(?:[0-3]?\d(?:st|nd|rd|th)?)`
const relative = String.raw`(?:the )?(?:following|coming|upcoming|next|this|later this|early next|late next|end of this|end of next|mid next) (?:week(?:end)?|month|quarter|year|fortnight|academic year|financial year|fiscal year|sprint|${season}|${weekday}|${month})`
const date = [
  String.raw`\d{4}-\d{2}-\d{2}`,
  String.raw`\d{1,2}[/.]\d{1,2}[/.](?:20)?\d{2}`,
  String.raw`\d{1,2}\/\d{1,2}(?![\d/])`,
  String.raw`(?:the )?${dayNumber}(?: of)? ?${month}(?:,? ${year})?`,
  String.raw`${month} ?(?:the )?${dayNumber}(?![\d:]| ?(?:am|pm|k|usd|people|users|lakh))(?:,? ${year})?`,
  String.raw`${month}(?:,? (?:of )?${year}|,? (?:of )?(?:next|this) year)?`,
  String.raw`(?:the )?\d{1,2}(?:st|nd|rd|th)(?: of (?:this|next|the) month)?`,
  String.raw`q[1-4](?:[ ,/-]{0,2}(?:of )?${year}| (?:of )?(?:next|this) year)?`,
  String.raw`h[12](?: ${year})?(?! )`,
  String.raw`(?:the )?(?:first|second|third|fourth|last|1st|2nd|3rd|4th|final) (?:quarter|half|week|month)(?: of (?:${relative}|the (?:year|month|quarter)|${month}|q[1-4]|${year})(?: ${year})?)?`,
  String.raw`${relative}(?:,? ${weekday})?`,
  `(?:next |this )?${holiday}(?: ${year}| this year| next year)?`,
  String.raw`(?:the )?${season}(?: of)?(?: ${year}| this year| next year)?`,
  `(?:the )?(?:upcoming |coming )?${weekday}(?: next week)?`,
  String.raw`(?:the )?(?:year[ -]?end|month[ -]?end|end of (?:the )?day|weekend|eod|eow|eom|eoy|eoq|tomorrow|today|tonight|new year|the year|the month|the quarter|the week|month|year|quarter|fy ?${year}|fy|fiscal year|financial year|school year|term|semester|decade|day|next decade)\b`,
  String.raw`${year}`,
].join('|')
const part = String.raw`(?:(?:the )?(?:very |tail )?(?:end|beginning|start|middle|mid|early|late|first week|second week|third week|last week|1st week|2nd week|first half|second half|early part|latter half|latest)(?: of| in| part of)?(?: the)?[ -])`
const point = String.raw`(?:${part}?(?:or (?=mid|early|late|end))?)(?:${part})?(?:${date})`
const points = String.raw`${point}(?:(?: ?- ?| to | or | and | ?\/ ?)${point})?`
const hedge = String.raw`(?:around|about|approx(?:imately)?|roughly|maybe|like|say|max|under|over|at most|less than|more than|no more than|not more than|max(?:imum)? of|just|only|the next|the coming|next|coming|another|~)\s?`

const clauseEnd = String.raw`(?=\s*(?:$|[,.;!?()\n\uFFFC]|\s-\s|\b(?:and|but|so|because|if|with|budget|my|i'm|please|pls|for about|can you|is that|ideally|at (?:the )?latest|since|thanks|thank|which|as)\b))`
const subjects = String.raw`(?:the|our|my|their|his|her|we|i|they|it|this|that|an?|school|college|classes|term|summer|winter|spring|autumn|season|monsoon|festival|wedding|launch|demo|investor|board|peak|series|exam|${holiday})`

const patterns: ReadonlyArray<readonly [TimeKind, string]> = [
  ['deadline', String.raw`(?:no later than|not later than|latest by|on or before|at the latest by|before or by|by or before|ahead of|in time for|just in time for|before|by|until|till|til|prior to)(?: (?:the )?(?:very )?latest| about| around| roughly| maybe)? (?:${points}|${duration}(?! (?:before|ago)))`],
  ['within', String.raw`(?:within|in(?:side)?|with in|over|under|for)(?: (?:a )?(?:max(?:imum)?|span|period|timeframe|matter|total)(?: of)?)?(?: ${hedge}){0,2} ?${duration}(?:'?s?'? time)?(?: max(?=imum\b|\b)(?!\w)){0}`],
  ['within', String.raw`(?:in|within|over) (?:the )?(?:next|coming|upcoming) (?:${duration}|few ${unit}|couple of ${unit}|week|month|quarter|year)`],
  ['within', String.raw`(?:less than|under|max(?:imum)?|at most|no more than|not more than|up to|upto) ${duration}`],
  ['duration', String.raw`(?:${hedge})?${duration}`],
  ['point', String.raw`(?:(?:sometime|some time|somewhere) )?(?:in|on|during|around|about|for|at|from|after|between|over|sometime|some time|early in|late in|towards|toward|circa)(?: about| around)? (?:${points})`],
  ['point', points],
  ['mood', String.raw`(?:as soon as (?:possible|you can|we can|practical)|a\.?s\.?a\.?p\b\.?|(?:as )?early as possible|at the earliest|at your earliest|right away|straight away|immediately|immediate|urgent(?:ly)?|yesterday|no (?:real |big |particular |great |major )?(?:rush|hurry|urgency)|(?:not|no) (?:really )?in (?:a|any) (?:big )?(?:rush|hurry)|not (?:very |super |that )?urgent|no (?:hard |fixed |strict |specific |real |set |firm |particular )?(?:deadlines?|timelines?|time ?frame)|(?:very |quite |pretty |fairly |totally |completely )?flexible|whenever(?: (?:you can|is fine|works|possible))?|any ?time|open[ -]ended|very soon|soon|no time pressure|jaldi|quickly as possible|as quickly as possible|as fast as possible)`],
]

const event = new RegExp(String.raw`\b(?:before|in time for|ahead of|by the time|prior to|until|till|by|for)\s+((?:${subjects})\b(?:\s(?!and\b|but\b|so\b|because\b|if\b|budget\b|please\b|ideally\b)[^\s,.;!?()\n\uFFFC]+){0,9}?)${clauseEnd}`, 'gi')

const phrases = patterns.map(([kind, source]) => [kind, new RegExp(String.raw`(?<![\p{L}\p{N}.$₹€£/-])(?:${source})(?![\p{L}\p{N}]|[-/]\p{N})`, 'giu')] as const)

/** Every phrase of time in a text; of two that overlap the longer one. */
export function findTimePhrases(text: string): TimePhrase[] {
  const found: TimePhrase[] = []
  for (const [kind, pattern] of phrases) {
    for (const match of text.matchAll(pattern)) {
      found.push({ kind, start: match.index, end: match.index + match[0].trimEnd().length })
    }
  }
  for (const match of text.matchAll(event)) {
    if (isEvent(match[0])) found.push({ kind: 'event', start: match.index, end: match.index + match[0].trimEnd().length })
  }
  const kept: TimePhrase[] = []
  for (const phrase of found.sort((one, other) => other.end - other.start - (one.end - one.start))) {
    if (!kept.some((other) => phrase.start < other.end && other.start < phrase.end)) kept.push(phrase)
  }
  return kept.sort((one, other) => one.start - other.start).filter((phrase) => isTime(text.slice(phrase.start, phrase.end)))
}

const ownEvents = /\b(?:launch|open|opens|opening|reopen|raise|raising|fundraise|funding round|pitch|demo day|demo|present|presentation|conference|expo|trade show|fair|event|wedding|season|term|semester|school|exams?|summit|season|holidays?|vacation|maternity|baby|move|moving|relocation|expansion|expand|go live|goes live|go-live|release|rollout|roll out|festival|tournament|election|audit|renewal|contract (?:ends|expires|renews)|expires?|board meeting|investor|series [abc]|seed|agm|anniversary|birthday|campaign|hackathon|accelerator|batch|cohort|season starts?|peak|sale|kickstarter|crowdfunding|admissions?|enrol?ment|harvest|rains?|run out|travel|trip|retreat|marathon|race|gala|concert|show|exhibition|show ?case|deadline|fiscal|year|quarter|summer|winter|spring|autumn|monsoon|christmas|diwali|ramadan|eid|inauguration|ceremony|competition)\b/i

/** "before our demo day on June 3"; not "before we decide", "by the way", "for my gym". */
function isEvent(phrase: string): boolean {
  if (/^(?:before|by|until|till) (?:the way|that|this|it|we (?:decide|commit|pay|sign|proceed|book|start|begin|talk|meet))\b/i.test(phrase)) return false
  if (/\b(?:call|consultation|payment|paying|deposit|booking|signing|website|app)\b/i.test(phrase) && !/launch|open/i.test(phrase)) return false
  if (/^(?:by|for)\b/i.test(phrase) && !/^by the time\b/i.test(phrase)) {
    return /^(?:by|for) (?:our|the|my) \S+(?: \S+){0,3} (?:on|in) /i.test(phrase) && ownEvents.test(phrase) && monthOrDay.test(phrase)
  }
  return ownEvents.test(phrase)
}

const monthOrDay = new RegExp(String.raw`\b(?:on|in) (?:${point})$`, 'iu')

/** "may" and "march", "second", "the year", "fall" are words before they are times. */
function isTime(phrase: string): boolean {
  if (/^(?:may|mar|sun|mon|fall|spring|day|month|year|quarter|week|term|fy|the (?:day|month|year|quarter|week|term)|sat|dec)$/i.test(phrase) && !/^(?:May|Mar|Dec|FY|Fall|Spring|Mon)$/.test(phrase)) return false
  return !/^(?:a day|a year|an? hour|a week|a month|few|the|in|on|for|at)$/i.test(phrase)
}
