import { z } from 'zod'
import { voices } from '../../platform/content/studio.ts'
import { once } from '../../platform/once.ts'
import { currenciesCalled, readMoney } from '../../platform/text/money.ts'
import { isZone } from '../../platform/text/zones.ts'

export type Question = keyof ReturnType<typeof questionsAfter>

/** The answers as typed. */
export type Typed = { readonly [question in Question]?: string | undefined }

/** The questions in order. Some depend on earlier answers. The examples in them aren't defaults. */
export function questionsAfter({ countries }: { countries?: string | undefined }) {
  const country = readCountries(countries)?.[0]
  const zones = zonesIn(country)
  const isChoice = (zone: string) => (zones.length > 0 ? zones.includes(zone) : isZone(zone))
  const offer = line.transform(
    orProblem((text) => readOffer(text, country), 'Enter a name, a comma, and a price, like A wedding day, €1,200.'),
  )
  const currency = orProblem(
    (text) => onlyOne(currenciesCalled(text, country)),
    'Enter a currency’s three letters, like EUR.',
  )
  return {
    name: shortLine.describe('What is the studio called?'),
    voice: line
      .transform((text) => (/^i$/i.test(text) ? 'I' : text.toLowerCase()))
      .pipe(z.enum(voices, 'Enter I or we.'))
      .describe('Does the site say “I” or “we”?'),
    founder: line
      .max(80, 'Use at most 80 characters.')
      .describe('What is your name? Visitors see it. Press Enter to leave it out.'),
    trade: shortLine.describe(
      'What are you, in two or three words? For example: a wedding photographer, or a photography studio',
    ),
    place: shortLine.describe('Where are you based? For example: Lisbon'),
    countries: line
      .transform(orProblem(readCountries, 'Enter countries by name or code, like Portugal, Spain or PT, ES.'))
      .describe('Which countries are your clients in? Your own first. For example: Portugal, Spain'),
    zone: line
      .transform((text) => zones[Number(text) - 1] ?? text)
      .refine(isChoice, 'Enter one of the numbers.')
      .describe(['What is your time zone?', ...zones.map((zone, i) => `${i + 1}  ${zone}`)].join('\n')),
    email: line
      .pipe(z.email('Enter an email address, like hello@example.com.'))
      .describe('Which email address do clients write to?'),
    first: offer.describe(
      'Three things you offer, with starting prices. The first? For example: A wedding day, €1,200',
    ),
    second: offer.describe('The second?'),
    third: offer.describe('The third?'),
    currency: line.transform(currency).describe('Which currency are your prices in? For example: EUR, euros, or €'),
  }
}

/** @throws z.ZodError if an answer is missing or invalid */
export function readAnswers(typed: Typed) {
  const { first, second, third, currency, ...answers } = z.object(questionsAfter(typed)).parse(withAssumed(typed))
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

/** @returns what is wrong with an answer; undefined if it's valid */
export function problemWith(question: Question, typed: Typed): string | undefined {
  return questionsAfter(typed)[question].safeParse(withAssumed(typed)[question]).error?.issues[0]?.message
}

/** Adds what other answers imply: a country's only time zone, and the currency of a price. */
export function withAssumed(typed: Typed): Typed {
  const country = readCountries(typed.countries)?.[0]
  const offers = [typed.first, typed.second, typed.third].map((offer = '') => readOffer(offer, country))
  const currency = typed.currency || offers.find((offer) => offer?.currency)?.currency
  return { ...typed, zone: typed.zone || onlyOne(zonesIn(country)), currency }
}

const line = z.string('Enter a value.').trim()
const shortLine = line.min(1, 'Enter a value.').max(40, 'Use at most 40 characters.')

function orProblem<T>(read: (text: string) => T | undefined, problem: string) {
  return (text: string, context: z.RefinementCtx): T => {
    const value = read(text)
    if (value === undefined) context.addIssue(problem)
    return value ?? z.NEVER
  }
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

function readCountries(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const written = text.toUpperCase().split(/^\w\w(?: \w\w)+$/.test(text) ? ' ' : /, */)
  const codes = written.flatMap((each) => countryCodes().get(each) ?? [])
  return codes.length === written.length ? codes : undefined
}

function zonesIn(country: string | undefined): readonly string[] {
  return (country && new Intl.Locale(`und-${country}`).getTimeZones()) || []
}

/** Reads a name, which may contain commas and numbers, and a price. If others share its sign, it has no currency. */
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

export const questions = z.object(questionsAfter({})).keyof().options
