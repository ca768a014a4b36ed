import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { moneyProblem, readMoney } from '../../text/money.ts'
import { day, readContent } from '../read-content.ts'

const count = z.int().positive()

/** A tree of named facts. The program reads the ones listed here; content can name all of them. */
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
    const found = leavesOf(facts).flatMap((leaf) => readMoney(String(leaf))?.currency ?? [])
    const byCount = [...Map.groupBy(found, (code) => code).values()].sort((one, other) => other.length - one.length)
    checkFact(facts, [], context, [...new Set(byCount.flat())])
  })

export type Offers = z.infer<typeof offersSchema>

export function defaultPromises() {
  return offersSchema.parse({}).promises
}

/** Promises that any studio may make, so `doctor` doesn't report them as the sample's. */
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

/** Reads an offer, which has a name and a `price` or `from`, in one or more currencies. `per` is the price's unit. */
export function asOffer(fact: unknown) {
  if (!isObject(fact) || typeof fact['name'] !== 'string') return undefined
  const price = fact['price'] ?? fact['from']
  if (price === undefined) return undefined
  const prices = leavesOf(price).flatMap((written) => {
    const money = readMoney(String(written))
    return money === undefined ? [] : [{ ...money, written: String(written) }]
  })
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
    const id = Array.isArray(value) && isObject(entry) ? String(entry['id'] ?? key) : key
    return offersIn(entry, [...path, id])
  })
}

/** @param own the currencies of all prices, the most frequent first */
function checkFact(
  value: unknown,
  path: PropertyKey[],
  context: z.RefinementCtx,
  own: readonly string[],
  isPrice = false,
): void {
  const addIssue = (message: string) => context.addIssue({ code: 'custom', path, message })
  if (!isObject(value)) {
    if (typeof value !== 'string' && !Number.isFinite(value)) addIssue('must be a text, a number, or a group of these')
    else if (/^\d{4}-\d\d-\d\d$/.test(String(value)) && !day.safeParse(value).success)
      addIssue('must be a day, like 2025-12-06')
    else if (isPrice && readMoney(String(value)) === undefined) addIssue(moneyProblem(String(value), own))
    return
  }
  const { from, to } = { from: undefined, to: undefined, ...value }
  if (typeof from === 'number' && typeof to === 'number' && from > to)
    addIssue(`must go from the smaller to the larger: ${from} is above ${to}`)
  const ids = Array.isArray(value) ? value.map((entry: unknown) => (isObject(entry) ? entry['id'] : undefined)) : []
  const duplicate = ids.find((id, i) => id !== undefined && ids.indexOf(id) !== i)
  if (duplicate !== undefined) addIssue(`must have unique ids: ${String(duplicate)} is repeated`)
  const isOffer = asOffer(value) !== undefined
  if (isOffer && 'price' in value && 'from' in value) addIssue('has both price and from: only one of them can be shown')
  for (const [key, entry] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key
    const isPriceHere = isPrice || (isOffer && priceKeys.includes(key))
    if (entry !== undefined) checkFact(entry, [...path, step], context, own, isPriceHere)
  }
}

function leavesOf(value: unknown): unknown[] {
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : [value]
}
