import { z } from 'zod'
import {
  type ConsultationField,
  type ConsultationInfo,
  consultationRules,
} from '../../src/features/leads/lead.fields.ts'
import { fieldsOf } from '../../src/lib/form.ts'

const value = z.string().nullable()

/** A labelled conversation: what the visitor wrote, oldest first, and what is to be noted of it. */
export const conversationSchema = z.strictObject({
  id: z.string(),
  messages: z.array(z.string()),
  expect: z.record(z.enum(fieldsOf(consultationRules)), value),
})

export type Conversation = z.infer<typeof conversationSchema>

type Miss = { id: string; field: ConsultationField; expected: string | null; got: string | null }
/** @property precision NaN where nothing was noted at all */
export type Score = { precision: number; recall: number; f1: number; misses: Miss[] }

/** A value that is there but wrong counts against precision and against recall. */
export function scoreField(
  conversations: readonly Conversation[],
  extract: (messages: readonly string[]) => ConsultationInfo,
  field: ConsultationField,
): Score {
  let right = 0
  let given = 0
  let wanted = 0
  const misses: Miss[] = []
  for (const { id, messages, expect } of conversations) {
    const expected = expect[field]
    const got = extract(messages)[field]
    if (expected !== null) wanted++
    if (got !== null) given++
    if (expected !== null && got !== null && comparable(field, expected) === comparable(field, got)) right++
    else if (expected !== got) misses.push({ id, field, expected, got })
  }
  const precision = right / given
  const recall = right / wanted
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall), misses }
}

/**
 * Budgets as numbers ("1999.5 USD" is "1999.50 USD"); addresses without regard to case; all else as it was written, but for a full stop
 * at the end, which may be the sentence's or the company's ("Ltd.").
 */
function comparable(field: ConsultationField, text: string): string {
  if (field === 'email') return text.toLowerCase()
  if (field === 'budget') return text.replaceAll(/\d+(?:\.\d+)?/g, (digits) => String(Number(digits)))
  return text.normalize('NFC').replace(/\.$/, '')
}
