import { z } from 'zod'
import { readOwn } from '../../platform/content/starter/starter.ts'
import { once } from '../../platform/once.ts'
import { currenciesCalled, readMoney } from '../../platform/text/money.ts'
import { clocksIn, findZone, zoneLabel, zonesIn } from './zones.ts'

export type Question = keyof ReturnType<typeof readers>

/** The answers as typed. */
export type Typed = { readonly [question in Question]?: string | undefined }

/** How each answer is read, in the order of the questions. Some depend on the country. */
function readers({ countries }: { countries?: string | undefined }) {
  const country = readCountries(countries ?? '')?.[0]
  const shortText = z.string().trim().min(1).max(40)
  const offer = parsed((text) => readOffer(text, country))
  return {
    name: shortText,
    voice: parsed((text) => (['I', 'we'] as const).find((voice) => voice.toLowerCase() === text.toLowerCase())),
    founder: z.string().trim().max(80),
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
const ownTexts = once(() => readOwn('questions.yaml', texts))

/** @throws z.ZodError if an answer is missing or invalid */
export function readAnswers(typed: Typed) {
  const { first, second, third, currency, ...answers } = z.object(readers(typed)).parse(withAssumed(typed))
  const packages = Object.entries({ first, second, third }).map(([id, { name, amount, ...own }]) => {
    const price = {
      style: 'currency',
      currency: own.currency ?? currency,
      trailingZeroDisplay: 'stripIfInteger',
    } as const
    return { id, name, from: new Intl.NumberFormat('en', price).format(amount) }
  })
  return { ...answers, currency, packages }
}

/** @returns what is wrong with an answer, or with having none; undefined if it's valid */
export function problemWith(question: Question, typed: Typed): string | undefined {
  const { success } = readers(typed)[question].safeParse(withAssumed(typed)[question])
  return success ? undefined : ownTexts()[question].problem
}

/** The question, with the choices and the answer that others imply. */
export function promptFor(question: Question, typed: Typed): string {
  const country = readCountries(typed.countries ?? '')?.[0]
  const timeIn = (timeZone: string) =>
    new Date().toLocaleTimeString(`en-${country}`, { timeZone, hour: 'numeric', minute: '2-digit' })
  const zones = question === 'zone' ? clocksIn(country) : []
  const choices = zones
    .map((zone, i) => `\n${String(i + 1).padStart(4)}  ${zoneLabel(zone)}, now ${timeIn(zone)}`)
    .join('')
  const assumed = withAssumed({ ...typed, [question]: undefined })[question]
  const hint = assumed === undefined ? '' : `\nPress Enter for ${assumed}.`
  return `\n${questions.indexOf(question) + 1} of ${questions.length}  ${ownTexts()[question].ask}${choices}${hint}`
}

/** Adds what other answers imply: a country's only time zone, and the currency of a price. */
export function withAssumed(typed: Typed): Typed {
  const country = readCountries(typed.countries ?? '')?.[0]
  const offers = [typed.first, typed.second, typed.third].map((offer = '') => readOffer(offer, country))
  const currency = typed.currency || offers.find((offer) => offer?.currency)?.currency
  return { ...typed, zone: typed.zone || onlyOne(zonesIn(country)), currency }
}

function parsed<T>(read: (text: string) => T | undefined) {
  return z.string().transform((text, context): T => {
    const value = read(text.trim())
    if (value === undefined) context.addIssue('')
    return value ?? z.NEVER
  })
}

/** Codes of countries by code and by English name, in upper case. The code of UK is GB. */
const countryCodes = once(() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  const codes = pairs.map((pair) => [pair, new Intl.Locale(`und-${pair}`).region ?? pair] as const)
  const known = codes.filter(([, code]) => names.of(code) !== undefined)
  return new Map([...known, ...known.map(([, code]) => [names.of(code)?.toUpperCase(), code] as const)])
})

function readCountries(text: string): string[] | undefined {
  if (text === '') return undefined
  const written = text.toUpperCase().split(/^\w\w(?: \w\w)+$/.test(text) ? ' ' : /, */)
  const codes = written.flatMap((each) => countryCodes().get(each) ?? [])
  return codes.length === written.length ? codes : undefined
}

/** Reads a name, which can contain commas and numbers, and a price. If others share its sign, it has no currency. */
function readOffer(text: string, country: string | undefined) {
  const [, name = '', before = '', digits = '', after = ''] =
    /^(\S.*?), *([^\d,]*)(\d[\d.,'’ ]*)([^\d,]*)$/.exec(text) ?? []
  const amount = readMoney(`${digits.trim()} USD`)?.amount ?? 0
  const sign = `${before}${after}`.trim()
  const currencies = currenciesCalled(sign, country)
  const isValid = amount > 0 && (sign === '' || currencies.length > 0)
  return isValid ? { name, amount, currency: onlyOne(currencies) } : undefined
}

function onlyOne(list: readonly string[]): string | undefined {
  return list.length === 1 ? list[0] : undefined
}
