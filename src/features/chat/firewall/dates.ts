const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const longMonth = months.filter((month) => month.length > 5).join('|')
const month = `(?:${months.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b\\.?`
const ordinal = '\\d{1,2}(?:st|nd|rd|th)?'
const year = "(?:(?:19|20)\\d\\d|'\\d\\d)"
const weekday = '(?:mon|tues?|wednes|thurs?|fri|satur|sun)days?'
const soon = `(?:today|tonight|this (?:morning|afternoon|evening)|tomorrow|the day after tomorrow|(?:next|this|coming|following) (?:${weekday}|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter)|(?:the )?end of (?:the|this|next) (?:day|week|month|quarter|year)|(?:same|next)[- ]day|overnight|(?:by|over|after) the weekend|year[- ]end|new year|christmas|diwali|eod|eow|eom)`

const absolute = new RegExp(
  [
    `(?<![\\w])(?:${ordinal} (?:of )?${month}|${month},? ${ordinal})(?:,? ${year})?(?![\\w])`,
    `(?<![\\w])${month},? ${year}(?![\\w])`,
    `(?<![\\d])(?:19|20)\\d\\d-\\d{1,2}-\\d{1,2}(?!\\d)`,
    `(?<![\\d.,$/])\\d{1,2}[/.]\\d{1,2}[/.](?:\\d{4}|\\d\\d)(?![\\d])`,
    `(?<=\\b(?:by|on|before|until|till|from) )\\d{1,2}[/.-]\\d{1,2}(?![\\d/%])`,
    `(?<=\\b(?:by|on|before|until|till|from) the )\\d{1,2}(?:st|nd|rd|th)(?![\\w])`,
    `(?<=\\b(?:by|before|until|till|in|this|next) )(?:the )?(?:spring|summer|autumn|winter|holidays|thanksgiving|easter)(?![\\w])`,
    `(?<![\\w])q[1-4](?: ${year})?(?![\\w])`,
    `(?<![\\w])(?:${longMonth})(?![\\w])|(?<=(?:by|in|until|till|before|since|from|for|on|this|next|mid|early|late|end of) )(?:${month})(?! (?:be|also|not|take|need|want|have|i|we)\\b)`,
    `(?<=(?:by|in|until|till|before|since|from|for|early|late|mid|year|of) )${year}(?![\\w])(?!-)`,
    `(?<![\\w.:])\\d{1,2}(?::\\d\\d)? ?(?:a\\.?m\\.?|p\\.?m\\.?|o'clock)(?![a-z])|(?<![\\w.:])\\d{1,2}:\\d\\d(?![\\d])`,
  ].join('|'),
  'g',
)
const relative = new RegExp(`(?<![\\w])(?:${soon}|${weekday})(?![\\w])`, 'g')

/** A day, month, year or time of day. `soon` counts from now on (tomorrow, next week, Friday). */
type FoundDate = { start: number; end: number; text: string; soon: boolean }

/** Every date in a folded text (foldText). Years that stand alone count only after words such as `by` or `since`. */
export function findDates(folded: string): FoundDate[] {
  const sure = [...folded.matchAll(absolute)].map((match) => found(match, false))
  const vague = [...folded.matchAll(relative)]
    .filter(
      ({ index }) => !/\b(?:every|each|first|second|third|last|on a|of a|any|by a) $/.test(folded.slice(0, index)),
    )
    .map((match) => found(match, true))
  return [...sure, ...vague].sort((a, b) => a.start - b.start)
}

function found(match: RegExpExecArray, soon: boolean): FoundDate {
  return { start: match.index, end: match.index + match[0].length, text: soon ? match[0] : plainDate(match[0]), soon }
}

/** `5th of march` and `March 5` read alike. */
function plainDate(text: string): string {
  const day = text.replaceAll(/(?<=\d)(?:st|nd|rd|th)\b|[.,]|\bof\b/g, ' ').trim()
  return day.split(/\s+/).sort().join(' ')
}
