import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { type Money, moneyProblem, readMoney } from '../../text/money.ts'
import { day } from '../files/field-schemas.ts'
import { readContent } from '../files/read-content.ts'
import { idOf } from './fact-at.ts'
import { isDay } from './format-fact.ts'

const count = z.int().positive()

/** A tree of facts content can name. Owners can add any facts. Kitewright itself uses those listed here. */
const offersSchema = z
  .looseObject({
    promotion: z.looseObject({ endsOn: day, afterEnd: z.enum(['mark', 'show', 'hide']).default('mark') }).optional(),
    promises: z
      .looseObject({
        replyWithinHours: count.optional(),
        confirmWithinDays: count.default(7),
        keepUnconfirmedDays: count.default(30),
        keepUnsentDays: count.default(7),
        keepBackupsDays: count.default(30),
        holdCallMinutes: count.max(30).default(30),
        keepRequestsMonths: count.optional(),
      })
      .prefault({}),
  })
  .superRefine((facts, context) => {
    checkFact({ value: facts, path: [], isPrice: false }, context, currenciesIn(facts))
  })

export type Offers = z.infer<typeof offersSchema>

/** Lists the currencies of all prices, most frequent first. */
function currenciesIn(facts: object): string[] {
  const currencies = leavesOf(facts).map((leaf) => readMoney(String(leaf))?.currency)
  const known = currencies.filter((currency) => currency !== undefined)
  const byCurrency = [...Map.groupBy(known, (currency) => currency)]
  return byCurrency.sort(([, a], [, b]) => b.length - a.length).map(([currency]) => currency)
}

/** Default promises for a studio that doesn't list any. */
export function defaultPromises() {
  return offersSchema.parse({}).promises
}

/** Initial promises, which suit any studio. `doctor` doesn't report them as left over from the sample. */
export const firstPromises = {
  replyWithinHours: 24,
  termsNoticeDays: 30,
  keepRequestsMonths: 24,
  discoveryCallMinutes: 30,
}

export function readOffers(): Offers {
  return readContent('offers.yaml', offersSchema)
}

export type Offer = NonNullable<ReturnType<typeof asOffer>>

export const priceKeys = ['price', 'from', 'to']

/** Parses a fact that is an offer, with a name and a `price` or `from` in one or more currencies. `per`: the unit. */
export function asOffer(fact: unknown) {
  if (!isObject(fact) || typeof fact['name'] !== 'string') return undefined
  const price = fact['price'] ?? fact['from']
  if (price === undefined) return undefined
  const prices: (Money & { written: string })[] = []
  for (const written of leavesOf(price).map(String)) {
    const money = readMoney(written)
    if (money !== undefined) prices.push({ ...money, written })
  }
  return {
    name: fact['name'],
    isFrom: fact['price'] === undefined,
    prices,
    per: typeof fact['per'] === 'string' ? fact['per'] : undefined,
    terms: leavesOf(fact['terms'] ?? []).map(String),
  }
}

/** All offers with their paths, like `packages.first`. */
export function offersIn(value: unknown, path: readonly string[] = []): { path: string; offer: Offer }[] {
  const offer = asOffer(value)
  if (offer !== undefined) return [{ path: path.join('.'), offer }]
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => {
    const id = Array.isArray(value) ? idOf(entry, key) : key
    return offersIn(entry, [...path, id])
  })
}

type Fact = { value: unknown; path: PropertyKey[]; isPrice: boolean }

/** Reports invalid facts at any depth. @param currencies the studio's own, for examples in messages */
function checkFact({ value, path, isPrice }: Fact, context: z.RefinementCtx, currencies: readonly string[]): void {
  const problems = isObject(value) ? groupProblems(value) : valueProblems(value, isPrice, currencies)
  for (const message of problems) context.addIssue({ code: 'custom', path, message })
  if (!isObject(value)) return
  const isOffer = asOffer(value) !== undefined
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue
    const step = Array.isArray(value) ? Number(key) : key
    const isEntryPrice = isPrice || (isOffer && priceKeys.includes(key))
    checkFact({ value: entry, path: [...path, step], isPrice: isEntryPrice }, context, currencies)
  }
}

function valueProblems(value: unknown, isPrice: boolean, currencies: readonly string[]): string[] {
  const written = String(value)
  if (typeof value !== 'string' && !Number.isFinite(value)) return ['must be text, a number, or a group of these']
  if (isDay(written) && !day.safeParse(value).success) return ['must be a day, like 2025-12-06']
  if (isPrice && readMoney(written) === undefined) return [moneyProblem(written, currencies)]
  return []
}

function groupProblems(group: Record<PropertyKey, unknown>): string[] {
  const problems: string[] = []
  const { from, to, price } = group
  if (typeof from === 'number' && typeof to === 'number' && from > to)
    problems.push(`is a reversed range: ${from} is more than ${to}`)
  const duplicate = duplicateId(group)
  if (duplicate !== undefined) problems.push(`has the id ${duplicate} twice. Rename one of them`)
  if (asOffer(group) !== undefined && price !== undefined && from !== undefined)
    problems.push('has both price and from. Remove one of them')
  return problems
}

function duplicateId(group: object): string | undefined {
  const seen = new Set<unknown>()
  for (const entry of Array.isArray(group) ? group : []) {
    const id: unknown = isObject(entry) ? entry['id'] : undefined
    if (id !== undefined && seen.has(id)) return String(id)
    seen.add(id)
  }
  return undefined
}

function leavesOf(value: unknown): unknown[] {
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : [value]
}
