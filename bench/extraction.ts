import { extractBooking } from '../src/features/agent/notes/extract-booking.ts'
import { consultationRules } from '../src/features/leads/lead.fields.ts'
import { fieldsOf } from '../src/lib/form.ts'

import { extractNaively } from './extraction/naive.ts'
import { conversationSchema, type Score, scoreField } from './extraction/score.ts'
import { readLines } from './read-lines.ts'
import type { Table } from './table.ts'

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
