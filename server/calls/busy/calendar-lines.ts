import { CalendarProblem } from './fetch-calendar.ts'

/** A content line (RFC 5545, 3.1). `head`: its unparsed parameters. */
export type Line = { name: string; head: string; value: string; number: number }

/** The lines between a BEGIN and its END, without nested components. `number`: the line of its BEGIN. */
export type Component = { name: string; number: number; lines: Line[]; parent: Component | undefined }

/** Lines with dates. An unquoted zone name before the date can contain colons. */
const datedNames = new Set(['DTSTART', 'DTEND', 'RDATE', 'EXDATE', 'RECURRENCE-ID'])
const otherNames =
  'BEGIN END UID SUMMARY CLASS DURATION RRULE STATUS TRANSP X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-ALLDAYEVENT ATTENDEE FREEBUSY TZID TZOFFSETFROM TZOFFSETTO X-LIC-LOCATION X-WR-TIMEZONE'
const readNames = new Set([...datedNames, ...otherNames.split(' ')])
const maxNameLength = 40
/** Maximum depth of nested components. Calendars usually have 3 levels: an alarm in an event in a calendar. */
const maxDepth = 8

/**
 * Reads a file's components, calendar by calendar. Skips unreadable lines.
 * @throws CalendarProblem if there's no calendar, or it's cut off
 */
export function readComponents(text: string): Component[] {
  const components: Component[] = []
  let open: Component[] = []
  for (const { name, value, head, number } of linesIn(text)) {
    const part = /^[\w-]*/.exec(value.toUpperCase())?.[0] ?? ''
    if (name === 'BEGIN' && open.length < maxDepth) {
      const component = { name: part, number, lines: [], parent: open.at(-1) }
      components.push(component)
      open.push(component)
    } else if (name === 'END') {
      const index = open.findLastIndex((component) => component.name === part)
      if (index >= 0) open = open.slice(0, index)
    } else open.at(-1)?.lines.push({ name, value, head, number })
  }
  if (!components.some(({ name }) => name === 'VCALENDAR')) throw new CalendarProblem('it contains no calendar')
  const unclosed = open.at(-1)
  if (unclosed) throw new CalendarProblem(`it ends inside the ${unclosed.name} that begins on line ${unclosed.number}`)
  return components
}

export function lineOf({ lines }: Component, name: string): Line | undefined {
  return lines.find((line) => line.name === name)
}

export function linesOf({ lines }: Component, name: string): Line[] {
  return lines.filter((line) => line.name === name)
}

export function paramOf({ head }: Line, name: string): string | undefined {
  for (const [, paramName, value = ''] of head.matchAll(/;([^=;]+)=("[^"]*"|[^;]*)/g)) {
    if (paramName?.trim().toUpperCase() === name) return value.replaceAll('"', '').trim()
  }
  return undefined
}

/** Unfolds lines: a line that begins with a space continues the line before it (3.1). */
function* linesIn(text: string): Generator<Line> {
  let pieces: string[] = []
  let number = 1
  const read = () => readLine(pieces.join(''), number - pieces.length)
  for (const piece of text.split(/\r?\r?\n|\r/)) {
    if (/^[ \t]/.test(piece) && pieces.length > 0) pieces.push(piece.slice(1))
    else {
      const line = read()
      if (line) yield line
      pieces = [piece]
    }
    number++
  }
  const last = read()
  if (last) yield last
}

function readLine(line: string, number: number): Line | undefined {
  const start = line.slice(0, maxNameLength).search(/[;:]/)
  const name = line.slice(0, Math.max(start, 0)).trim().toUpperCase()
  if (!readNames.has(name)) return undefined
  const colonBeforeDate = datedNames.has(name) ? line.search(/: *\d{4}-?\d\d-?\d\d/) : -1
  const colon = colonBeforeDate < 0 ? colonAfter(line, start) : colonBeforeDate
  if (colon < 0) return undefined
  const value = line.slice(colon + 1).replaceAll(/\p{Cc}/gu, '')
  return { name, head: line.slice(start, colon), value: value.trim(), number }
}

/** Returns the index of the first unquoted colon, which starts the value. */
function colonAfter(line: string, start: number): number {
  let isQuoted = false
  for (let i = start; i < line.length; i++) {
    if (line[i] === '"') isQuoted = !isQuoted
    else if (line[i] === ':' && !isQuoted) return i
  }
  return line.indexOf(':', start)
}

/** Makes a calendar's text safe to print on a single terminal line. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '').slice(0, 60)
}
