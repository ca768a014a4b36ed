import { z } from 'zod'
import { readStarterYaml } from '../../platform/content/starter/starter.ts'
import { lazy } from '../../platform/lazy.ts'
import { currenciesCalled } from '../../platform/text/currencies.ts'
import { formatMoney, readMoney } from '../../platform/text/money.ts'
import { readCountries } from './countries.ts'
import { clashIn, readOffer } from './offers.ts'
import { clocksIn, findZone, zoneLabel } from './zones.ts'

export type Question = keyof ReturnType<typeof readers>

type Fail = (reason: string) => void
const unexplained = 'invalid'

/** The owner's answers, as typed. */
export type Typed = { readonly [question in Question]?: string | undefined }

/** Parsers for the answers, in the order of the questions. Some depend on the country. */
function readers({ countries }: { countries?: string | undefined }) {
  const country = readCountries(countries)?.[0]
  const shortText = z.string().trim().min(1).max(40)
  const offer = parsed((text, fail) => readOffer(text, country, fail))
  return {
    name: shortText,
    voice: parsed((text) => (['I', 'we'] as const).find((voice) => voice.toLowerCase() === text.toLowerCase())),
    founder: z
      .string()
      .trim()
      .max(80)
      .transform((name) => (name === '-' ? '' : name)),
    trade: shortText,
    place: shortText,
    countries: parsed(readCountries),
    zone: parsed((text) => findZone(text, country)),
    email: z.string().trim().pipe(z.email()),
    first: offer,
    second: offer,
    third: offer,
    currency: parsed((text) => onlyOne(currenciesCalled(text, country))),
  }
}

export const questions = z.object(readers({})).keyof().options
const texts = z.record(z.enum(questions), z.object({ ask: z.string(), problem: z.string() }))
const ownTexts = lazy(() => readStarterYaml('questions.yaml', texts))

/** @throws z.ZodError if an answer is missing or invalid */
export function readAnswers(typed: Typed) {
  const { first, second, third, currency, ...answers } = z.object(readers(typed)).parse(withAssumed(typed))
  const packages = Object.entries({ first, second, third }).map(([id, { name, price, amount, currencies }]) => {
    const money = { amount, currency: onlyOne(currencies) ?? currency }
    return { id, name, from: readMoney(price)?.currency === money.currency ? price : formatMoney(money) }
  })
  return { ...answers, currency, packages }
}

/** @returns the problem with an invalid or missing answer; undefined if the answer is valid */
export function problemWith(question: Question, typed: Typed): string | undefined {
  const { error } = readers(typed)[question].safeParse(withAssumed(typed)[question])
  const reason = error?.issues.find(({ code, message }) => code === 'custom' && message !== unexplained)?.message
  return error ? (reason ?? ownTexts()[question].problem) : clashAt(question, typed)
}

function clashAt(question: Question, typed: Typed): string | undefined {
  const { countries, currency = '' } = withAssumed(typed)
  const offers = offersIn(typed)
  const offer = offers.find(({ id }) => id === question)
  const others = offers.filter(({ id }) => id !== question)
  return offer && clashIn(offer, others, onlyOne(currenciesCalled(currency, readCountries(countries)?.[0])))
}

function offersIn(typed: Typed) {
  const country = readCountries(typed.countries)?.[0]
  return (['first', 'second', 'third'] as const).flatMap((id) => {
    const offer = readOffer(typed[id] ?? '', country)
    return offer === undefined ? [] : [{ id, ...offer }]
  })
}

/** Returns a prompt: the question, its choices, a suggested answer, and the problem with the last answer, if any. */
export function promptFor(question: Question, typed: Typed): string {
  const country = readCountries(typed.countries)?.[0]
  const timeIn = (timeZone: string) =>
    new Date().toLocaleTimeString(`en-${country}`, { timeZone, hour: 'numeric', minute: '2-digit' })
  const zones = question === 'zone' ? clocksIn(country) : []
  const choices = zones
    .map((zone, i) => `\n${String(i + 1).padStart(4)}  ${zoneLabel(zone)}, now ${timeIn(zone)}`)
    .join('')
  const assumed = typed[question] || withAssumed({ ...typed, [question]: undefined })[question]
  const hint = assumed === undefined ? '' : `\nPress Enter for ${assumed}.`
  const problem = typed[question] ? problemWith(question, typed) : undefined
  const end = problem === undefined ? hint : `\n${typed[question]}: ${problem}`
  return `\n${questions.indexOf(question) + 1} of ${questions.length}  ${ownTexts()[question].ask}${choices}${end}`
}

/** Fills in answers implied by others: the time zone of a country that has only one, and the currency of a price. */
export function withAssumed(typed: Typed): Typed {
  const zone = typed.zone || onlyOne(clocksIn(readCountries(typed.countries)?.[0]))
  const currency = typed.currency || offersIn(typed).flatMap(({ currencies }) => onlyOne(currencies) ?? [])[0]
  return { ...typed, zone, currency }
}

/** @param read returns undefined for an invalid answer, and can call `fail` with the reason */
function parsed<T>(read: (text: string, fail: Fail) => T | undefined) {
  return z.string().transform((text, context): T => {
    const value = read(text.trim(), context.addIssue)
    if (value === undefined) context.addIssue(unexplained)
    return value ?? z.NEVER
  })
}

function onlyOne(list: readonly string[]): string | undefined {
  return list.length === 1 ? list[0] : undefined
}
