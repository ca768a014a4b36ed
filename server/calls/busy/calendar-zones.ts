import { Temporal } from 'temporal-polyfill'
import { findIana, WINDOWS_TO_IANA_MAP } from 'windows-iana'
import { lazy } from '../../../platform/lazy.ts'
import { dayMs, minuteMs } from '../../../platform/text/time-text.ts'
import { isZone, offsetMinutes } from '../../../platform/text/zones.ts'
import { type Component, type Line, lineOf, linesOf, paramOf, printable } from './calendar-lines.ts'
import { costs, instantOf, readMoment, type Span, type Spend, startsOf } from './recurrence.ts'

type ZoneContext = { span: Span; spend: Spend }
/** A change from one UTC offset to another, in minutes. `at`: epoch ms. */
type Change = { at: number; to: number; before: number }
type Definition = { observances: readonly Component[]; location: string | undefined }

/** Returns functions that find a calendar's zones. The zones are cached: finding one by its rules is slow. */
export function createZoneFinder(
  calendar: Component,
  components: readonly Component[],
  context: ZoneContext & { zone: string; warn: (line: number, problem: string) => void },
) {
  const children = Map.groupBy(components, ({ parent }) => parent)
  const definitions = Map.groupBy(components, (part) => part.name === 'VTIMEZONE' && lineOf(part, 'TZID')?.value)
  const zones = new Map<string, string>()
  const find = (name: string, line: number, fallback: string) => {
    const known = zones.get(name)
    if (known !== undefined) return known
    const [definition] = definitions.get(name) ?? []
    const location = definition && lineOf(definition, 'X-LIC-LOCATION')?.value
    const observances = (definition && children.get(definition)) ?? []
    const resolved = resolveZone(name, { observances, location }, fallback, context)
    if (!resolved.isSure) context.warn(line, `guessed ${resolved.zone} for the unknown zone “${printable(name)}”`)
    zones.set(name, resolved.zone)
    return resolved.zone
  }
  const calendarZone = lineOf(calendar, 'X-WR-TIMEZONE')

  /** Returns the zone for times that don't specify one: the calendar's, or else the studio's. */
  function fallbackZone(): string {
    return calendarZone?.value ? find(calendarZone.value, calendarZone.number, context.zone) : context.zone
  }

  /** Returns the zone a line names, if any. */
  function zoneOf(line: Line): string | undefined {
    const name = paramOf(line, 'TZID')
    return name ? find(name, line.number, fallbackZone()) : undefined
  }

  return { fallbackZone, zoneOf }
}

/**
 * Finds a calendar's IANA zone by its IANA or Windows name, a path that ends in such a name (Mozilla, Evolution), or the
 * rules in its definition. Otherwise, guesses from a common name such as Eastern Time, CEST, or GMT-5.
 * @param definition the observances and X-LIC-LOCATION of its VTIMEZONE
 * @param fallback used for unknown names @returns the zone. `isSure` is false if it's a guess.
 */
function resolveZone(name: string, definition: Definition, fallback: string, context: ZoneContext) {
  context.spend(costs.zoneName)
  const known = knownZone(name) ?? knownZone(definition.location ?? '')
  // Prefer the rules for names like EST: IANA's EST has no summer time, but a calendar's EST might.
  const zone = known?.includes('/') ? known : (zoneWithRules(definition, fallback, context) ?? known)
  if (zone !== undefined) return { zone: isUtc(zone) ? 'UTC' : zone, isSure: true }
  // Names can look like `(UTC-08:00) Pacific Time (US & Canada)`.
  const bareName = name.replaceAll(/\([^()]*\)/g, '').trim()
  return { zone: zonesByCommonName().get(bareName.toLowerCase()) ?? offsetZone(name) ?? fallback, isSure: false }
}

/** Whether the zone is UTC or one of its aliases, such as Etc/Zulu. */
function isUtc(zone: string): boolean {
  const epoch = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
  return epoch.equals(epoch.withTimeZone('UTC'))
}

function knownZone(name: string): string | undefined {
  const pieces = name.split('/').slice(-3)
  const paths = [name, ...pieces.map((_, i) => pieces.slice(i).join('/'))]
  return paths.find((path) => path !== '' && isZone(path)) ?? findIana(name.replace(/ \d$/, ''))[0]
}

/** A zone per Windows name. Zones with summer time come first. Zones for a single country, like "(Mexico)", come last. */
function windowsZones(): string[] {
  const worldwide = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001')
  const rank = ({ windowsName, iana: [zone] }: (typeof worldwide)[number]) =>
    Number(hasFixedOffset(zone)) + 2 * Number(windowsName.includes('('))
  return worldwide.toSorted((a, b) => rank(a) - rank(b)).map(({ iana: [zone] }) => zone)
}

const january = Date.UTC(2026, 0)
const july = Date.UTC(2026, 6)
const allZones = [...windowsZones(), ...Intl.supportedValuesOf('timeZone')]

function hasFixedOffset(zone: string): boolean {
  return offsetMinutes(zone, january) === offsetMinutes(zone, july)
}

/** Needs multiple locales: Intl has a zone's short name only in locales that use it. */
const styles = [
  ...['US', 'GB', 'IN', 'AU', 'NZ', 'ZA'].map((country) => [`en-${country}`, 'short'] as const),
  ...[['ja', 'short'] as const, ['en', 'long'] as const, ['en', 'longGeneric'] as const],
]

/** Zones by common name in lower case, like `eastern time`. */
const zonesByCommonName = lazy(() => {
  const commonNames = new Map<string, string>()
  for (const timeZone of windowsZones()) {
    for (const [language, timeZoneName] of styles) {
      const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
      for (const ms of [january, july]) {
        const zonePart = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')
        const name = zonePart?.value.toLowerCase()
        // Skip names like GMT+1, which is London only in summer.
        if (name !== undefined && !name.startsWith('gmt') && !commonNames.has(name)) commonNames.set(name, timeZone)
      }
    }
  }
  return commonNames
})

/** Parses an offset like GMT-0500, (UTC+05:30), or +2. */
function offsetZone(name: string): string | undefined {
  const [, sign = '', hours = '', minutes] = /^\W?(?:GMT|UTC)? ?([+-])(\d\d?):?(\d\d)?\b/i.exec(name) ?? []
  const zone = `${sign}${hours.padStart(2, '0')}:${minutes ?? '00'}`
  return /^[+-](?:[01]\d|2[0-3]):[0-5]\d$/.test(zone) ? zone : undefined
}

/** Finds the first zone whose offsets match the calendar's definition for two years. */
function zoneWithRules({ observances }: Definition, fallback: string, context: ZoneContext): string | undefined {
  const [from] = context.span
  const changes = observances.flatMap((observance) => changesOf(observance, context)).toSorted((a, b) => a.at - b.at)
  const [first] = changes
  if (first === undefined) return undefined
  context.spend(costs.zoneDefinition)
  const offsets = Array.from({ length: 48 }, (_, i): [ms: number, minutes: number] => {
    const ms = from + i * 15 * dayMs
    return [ms, changes.findLast(({ at }) => at <= ms)?.to ?? first.before]
  })
  return [fallback, ...allZones].find((zone) => offsets.every(([ms, minutes]) => offsetMinutes(zone, ms) === minutes))
}

/** Lists the times an observance (RFC 5545, 3.6.5) takes effect, up to two years before and after `from`. */
function changesOf(observance: Component, { span: [from], spend }: ZoneContext): Change[] {
  const textOf = (name: string) => lineOf(observance, name)?.value ?? ''
  const to = minutesOf(textOf('TZOFFSETTO'))
  const before = minutesOf(textOf('TZOFFSETFROM'))
  const start = readMoment(textOf('DTSTART'), 'UTC')
  if (to === undefined || before === undefined || start === undefined) return []
  const years = [from - 731 * dayMs, from + 731 * dayMs] as const
  const dateTexts = linesOf(observance, 'RDATE').flatMap(({ value }) => value.split(','))
  spend((dateTexts.length + 1) * costs.value)
  const dates = dateTexts.map((date) => readMoment(date, 'UTC'))
  const repeated = linesOf(observance, 'RRULE').flatMap(({ value }) => startsOf(value, start, years, spend) ?? [])
  const moments = [start, ...dates, ...repeated].filter((moment) => moment !== undefined)
  return moments.map((moment) => ({ at: instantOf(moment) - before * minuteMs, to, before }))
}

function minutesOf(offset: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)/.exec(offset) ?? []
  return sign === undefined ? undefined : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
}
