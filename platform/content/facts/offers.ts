import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { readMoney } from '../../text/money.ts'
import { day, readContent } from '../read-content.ts'

const days = z.int().positive()

/** A tree of named facts. The program itself reads those listed here; the others are for texts that name them. */
const offersSchema = z
  .looseObject({
    promotion: z.looseObject({ endsOn: day, afterEnd: z.enum(['mark', 'show', 'hide']).default('mark') }).optional(),
    promises: z
      .looseObject({
        replyWithinHours: days.optional(),
        confirmWithinDays: days.default(7),
        keepUnconfirmedDays: days.default(30),
        keepUnsentDays: days.default(7),
        keepBackupsDays: days.default(30),
        holdCallMinutes: days.max(30).default(30),
        keepRequestsMonths: days.optional(),
      })
      .prefault({}),
  })
  .superRefine((facts, context) => checkFact(facts, [], context))

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

/** Reads an offer: a name with a `price` or a `from` price, in one or more currencies. `per`: the price's unit. */
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

function checkFact(value: unknown, path: PropertyKey[], context: z.RefinementCtx, isPrice = false): void {
  const addIssue = (message: string) => context.addIssue({ code: 'custom', path, message })
  if (!isObject(value)) {
    if (typeof value !== 'string' && !Number.isFinite(value)) addIssue('must be a text, a number, or a group of these')
    else if (/^\d{4}-\d\d-\d\d$/.test(String(value)) && !day.safeParse(value).success)
      addIssue('must be a day, like 2025-12-06')
    else if (isPrice && readMoney(String(value)) === undefined)
      addIssue('must be a price with its currency, like $2,999, 1.200 €, or 900 SEK')
    return
  }
  const { from, to } = { from: undefined, to: undefined, ...value }
  if (typeof from === 'number' && typeof to === 'number' && from > to)
    addIssue(`must go from the smaller to the larger: ${from} is above ${to}`)
  const ids = Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? each['id'] : undefined)) : []
  const duplicate = ids.find((id, i) => id !== undefined && ids.indexOf(id) !== i)
  if (duplicate !== undefined) addIssue(`must have unique ids: ${String(duplicate)} is repeated`)
  const isOffer = asOffer(value) !== undefined
  if (isOffer && 'price' in value && 'from' in value) addIssue('has both price and from: only one of them can be shown')
  for (const [key, each] of Object.entries(value)) {
    const at = Array.isArray(value) ? Number(key) : key
    if (each !== undefined) checkFact(each, [...path, at], context, isPrice || (isOffer && priceKeys.includes(key)))
  }
}

function leavesOf(value: unknown): unknown[] {
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : [value]
}
