import { z } from 'zod'
import { extractBooking } from '../src/features/agent/notes/extract-booking.ts'
import { type ConsultationField, type ConsultationInfo, consultationRules } from '../src/features/leads/lead.fields.ts'
import { fieldsOf } from '../src/lib/form.ts'
import type { Table } from './figures.ts'
import { readLines } from './sets.ts'

const sets = ['seen', 'opened', 'unseen', 'sealed'] as const

/** What is noted of labelled conversations, beside the specification's plain rules; what was missed goes to standard error. */
export function measureExtraction(): Table {
  const rows = sets.flatMap((set) => {
    const conversations = readLines(`bench/extraction/${set}.jsonl`, conversationSchema)
    return fieldsOf(consultationRules).map((field) => {
      const ours = scoreField(conversations, extractBooking, field)
      for (const { id, expected, got } of ours.misses) {
        process.stderr.write(`${id} ${field}: ${show(expected)} expected, ${show(got)} noted\n`)
      }
      const said = conversations.filter(({ expect }) => expect[field] !== null).length
      const naive = scoreField(conversations, extractNaively, field)
      return [set, field, `${said} of ${conversations.length}`, ...figures(ours), ...figures(naive)]
    })
  })
  const measures = ['precision', 'recall', 'F1']
  return {
    title: 'What the agent notes of a talk',
    head: ['set', 'field', 'said in', ...measures, ...measures.map((each) => `plain rules: ${each}`)],
    rows,
  }
}

function figures({ precision, recall, f1 }: Score): string[] {
  return [precision, recall, f1].map((share) => (Number.isNaN(share) ? '' : share.toFixed(3)))
}

function show(value: string | null): string {
  return value === null ? 'nothing' : JSON.stringify(value)
}

const value = z.string().nullable()

/** A labelled conversation: what the visitor wrote, oldest first, and what is to be noted of it. */
const conversationSchema = z.strictObject({
  id: z.string(),
  messages: z.array(z.string()),
  expect: z.record(z.enum(fieldsOf(consultationRules)), value),
})

type Conversation = z.infer<typeof conversationSchema>

type Miss = { id: string; field: ConsultationField; expected: string | null; got: string | null }
/** @property precision NaN where nothing was noted at all */
type Score = { precision: number; recall: number; f1: number; misses: Miss[] }

/** A value that is there but wrong counts against precision and against recall. */
function scoreField(
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

const email = /[\w.%+-]+@[\w.-]+\.[a-z]{2,}/i
const name = /(?:my name is|i am|i'm)\s+([a-z]+(?:\s+[a-z]+)?)/i
const company = /(?:company|work at|work for)\s+(?:is\s+)?([a-z0-9]+(?:\s+[a-z0-9]+)?)/i
const budget = /(?:budget|around|\$)(?:\s+is)?\s*(\$?)(\d[\d,]*(?:\.\d{1,2})?)\s*(k|thousand)?/i

/** The extraction as section 5 of the specification words it, taken as plainly as it can be: what the real one is held against. */
function extractNaively(messages: readonly string[]): ConsultationInfo {
  const text = messages.join('\n')
  return {
    name: name.exec(text)?.[1] ?? null,
    email: email.exec(text)?.[0] ?? null,
    company: company.exec(text)?.[1] ?? null,
    budget: naiveBudget(text),
    timeline: null,
    requirements: null,
  }
}

function naiveBudget(text: string): string | null {
  const found = budget.exec(text)
  if (found === null) return null
  const amount = Number(found[2]?.replaceAll(',', '')) * (found[3] === undefined ? 1 : 1000)
  return found[0].includes('$') ? `${amount} USD` : `${amount}`
}
