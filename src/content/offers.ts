import { z } from 'zod'
import { readContent } from './read-content.ts'

const range = z
  .strictObject({ from: z.int().positive(), to: z.int().positive() })
  .refine(({ from, to }) => from <= to, { error: 'from must not be above to' })

const offersSchema = z.strictObject({
  promotion: z.strictObject({
    discount: z.string().regex(/^\d{1,2}%$/, 'must be a percentage, like 10%'),
    validTill: z.string().min(1),
    endsOn: z.iso.date({ error: 'must be a day, like 2025-08-31' }).describe('The last day on which the offer is true'),
    afterEnd: z.enum(['show', 'hide']),
  }),
  startingFrom: z.strictObject({
    title: z.string().min(1),
    inr: z.int().positive(),
    usd: z.int().positive(),
    terms: z.array(z.string().min(1)).length(4),
  }),
  estimates: z.strictObject({ mvpFromUsd: z.int().positive(), fullSaasUsd: range }),
  packages: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
        name: z.string().min(1),
        usd: z.int().positive(),
        supportDays: z.int().positive(),
      }),
    )
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'every id must be another one' }),
  capacity: z.strictObject({
    projectsPerMonth: z.int().positive(),
    month: z.string().min(1),
    slotsLeft: z.int().min(0),
    endsOn: z.iso.date(),
  }),
  leadTimes: z.strictObject({ sprintHours: z.int().positive(), mvpWeeks: range, applicationWeeks: range }),
  promises: z.strictObject({
    replyWithinHours: z.int().positive(),
    termsNoticeDays: z.int().positive(),
    discoveryCallMinutes: z.int().positive(),
    planWithinWeeks: z.int().positive(),
    confirmWithinDays: z.int().positive(),
    keepUnconfirmedDays: z.int().positive(),
    keepUnsentDays: z.int().positive(),
    keepBackupsDays: z.int().positive(),
  }),
  claims: z.strictObject({
    companies: z.string().min(1),
    institutions: z.string().min(1),
    errorReduction: z.string().min(1),
    uptime: z.string().min(1),
    loadUnderSeconds: z.int().positive(),
    costReduction: z.string().min(1),
  }),
})

export type Offers = z.infer<typeof offersSchema>

export function readOffers(): Offers {
  return readContent('offers.yaml', offersSchema)
}
