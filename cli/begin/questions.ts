import { z } from 'zod'
import { readOwn } from '../../platform/content/starter/starter.ts'
import { once } from '../../platform/once.ts'
import {
  currenciesCalled,
  formatMoney,
  moneyParts,
  moneyProblem,
  readMoney,
  readNumber,
} from '../../platform/text/money.ts'
import { isZone } from '../../platform/text/zones.ts'

export type Question = keyof ReturnType<typeof readers>

type Fail = (reason: string) => void
const unexplained = 'invalid'

/** The answers as typed. */
export type Typed = { readonly [question in Question]?: string | undefined }

/** How each answer is read, in the order of the questions. Some depend on the country. */
function readers({ countries }: { countries?: string | undefined }) {
  const country = firstCountry(countries)
  const zones = zonesIn(country)
  const shortText = z.string().trim().min(1).max(40)
  const offer = parsed((text, fail) => readOffer(text, country, fail))
  return {
    name: shortText,
    voice: parsed((text) => (['I', 'we'] as const).find((voice) => voice.toLowerCase() === text.toLowerCase())),
    founder: z.string().trim().max(80),
    trade: shortText,
    place: shortText,
    countries: parsed(readCountries),
    zone: parsed(
      (text) =>
        zones[Number(text) - 1] ?? (zones.length > 0 ? zones : [text].filter(isZone)).find((zone) => zone === text),
    ),
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
  const packages = Object.entries({ first, second, third }).map(([id, { name, price, amount, ...own }]) => {
    const money = { amount, currency: own.currency ?? currency }
    return { id, name, from: readMoney(price)?.currency === money.currency ? price : formatMoney(money) }
  })
  return { ...answers, currency, packages }
}

/** @returns what is wrong with an answer, or with having none; undefined if it's valid */
export function problemWith(question: Question, typed: Typed): string | undefined {
  const { error } = readers(typed)[question].safeParse(withAssumed(typed)[question])
  const reason = error?.issues.find(({ code, message }) => code === 'custom' && message !== unexplained)?.message
  return error && (reason ?? ownTexts()[question].problem)
}

/** The question, with the choices and the answer that others imply. */
export function promptFor(question: Question, typed: Typed): string {
  const zones = question === 'zone' ? zonesIn(firstCountry(typed.countries)) : []
  const choices = zones.map((zone, i) => `\n${String(i + 1).padStart(4)}  ${zone}`).join('')
  const assumed = withAssumed({ ...typed, [question]: undefined })[question]
  const hint = assumed === undefined ? '' : `\nPress Enter for ${assumed}.`
  return `\n${questions.indexOf(question) + 1} of ${questions.length}  ${ownTexts()[question].ask}${choices}${hint}`
}

/** Adds what other answers imply: a country's only time zone, and the currency of a price. */
export function withAssumed(typed: Typed): Typed {
  const country = firstCountry(typed.countries)
  const offers = [typed.first, typed.second, typed.third].map((offer = '') => readOffer(offer, country, () => {}))
  const currency = typed.currency || offers.find((offer) => offer?.currency)?.currency
  return { ...typed, zone: typed.zone || onlyOne(zonesIn(country)), currency }
}

/** @param read returns undefined for an invalid answer, and can call `fail` with the reason */
function parsed<T>(read: (text: string, fail: Fail) => T | undefined) {
  return z.string().transform((text, context): T => {
    const value = read(text.trim(), context.addIssue)
    if (value === undefined) context.addIssue(unexplained)
    return value ?? z.NEVER
  })
}

/** Codes of countries by code, and by name in English and in the languages of all countries. The code of UK is GB. */
const countryCodes = once(() => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = pairs
    .map((pair) => [pair, new Intl.Locale(`und-${pair}`).region ?? pair] as const)
    .filter(([, code]) => english.of(code) !== undefined)
  const languages = new Set(codes.map(([, code]) => new Intl.Locale(`und-${code}`).maximize().language))
  const names = [...languages, 'en'].flatMap((language) => {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region' })
    return codes.map(([, code]) => [countryKey(inLanguage.of(code) ?? code), code] as const)
  })
  return new Map([...names, ...codes, ['USA', 'US']])
})

function countryKey(name: string): string {
  return name.trim().toUpperCase().replaceAll('&', 'AND')
}

/** Reads `PT ES`, `Schweiz, Liechtenstein`, and `Spain, France, and Italy`. */
function readCountries(text: string, fail: Fail): string[] | undefined {
  if (text === '') return undefined
  const isKnown = (name: string) => countryCodes().has(countryKey(name))
  const written = /^\w\w(?: \w\w)+$/.test(text) ? text.split(' ') : text.split(/, *(?:and |& *)?/i)
  const names = written.flatMap((name) => (isKnown(name) ? name : name.split(/ (?:and|&) /i)))
  const unknown = names.find((name) => !isKnown(name))
  if (unknown !== undefined) fail(`Couldn’t find a country called “${unknown}”. ${ownTexts().countries.problem}`)
  const codes = names.flatMap((name) => countryCodes().get(countryKey(name)) ?? [])
  return codes.length === names.length ? codes : undefined
}

function firstCountry(countries = ''): string | undefined {
  return readCountries(countries, () => {})?.[0]
}

function zonesIn(country: string | undefined): readonly string[] {
  return (country && new Intl.Locale(`und-${country}`).getTimeZones()) || []
}

/** Reads a name, which can contain commas and numbers, and a price. If others share its sign, it has no currency. */
function readOffer(text: string, country: string | undefined, fail: Fail) {
  const commas = [...text.matchAll(/, */g)]
  const comma = commas.find(({ index, 0: mark }) => moneyParts(text.slice(index + mark.length)))
  if (!comma?.index) return undefined
  const price = text.slice(comma.index + comma[0].length)
  const { digits = '', name: sign = '' } = moneyParts(price) ?? {}
  const [read, amount] = [readMoney(price), readNumber(digits)]
  const currencies = currenciesCalled(sign, country)
  const isKnown = sign === '' || currencies.length > 0 || read !== undefined
  if (amount === undefined || !isKnown) fail(`The price ${moneyProblem(price, [])}.`)
  const currency = currencies.length === 0 ? read?.currency : onlyOne(currencies)
  return amount && isKnown ? { name: text.slice(0, comma.index), price, amount, currency } : undefined
}

function onlyOne(list: readonly string[]): string | undefined {
  return list.length === 1 ? list[0] : undefined
}
