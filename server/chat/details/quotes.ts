import type { ConsultationField, ConsultationInfo } from '../../leads/fields.ts'
import { splitClauses } from './clauses.ts'
import { type Details, type Exchange, isHostile, maxValueCharacters } from './extract.ts'
import { has } from './tokens.ts'
import { vetoes } from './vetoes.ts'

/** A part of the visitor's words that a model takes for a field. */
export type QuotedDetail = { field: ConsultationField; quote: string }
type Read = (messages: readonly Exchange[]) => Promise<Details>

const maxQuotes = 12
const plainest = { name: 'My name is', email: 'My email is', company: 'My company is called', budget: 'My budget is' }
const plainWords: Record<ConsultationField, string> = { ...plainest, timeline: 'I need it', requirements: 'I need' }

/** Adds or replaces details that a model quoted, if they are verbatim and the rules accept them in their sentence. */
export async function withQuotedDetails(
  known: ConsultationInfo,
  quoted: readonly QuotedDetail[],
  messages: readonly Exchange[],
  read: Read,
): Promise<ConsultationInfo> {
  const info = { ...known }
  for (const { field, quote } of quoted.slice(0, maxQuotes)) {
    const text = quote.trim()
    const { visitor = '' } = messages.findLast((message) => message.visitor.includes(text)) ?? {}
    const clauses = splitClauses(visitor).filter((clause) => clause.text.includes(text))
    const isPlain = clauses.some(
      (clause) => !isHostile(clause) && !has(field === 'name' ? vetoes.email : vetoes[field], clause.tokens),
    )
    if (text === '' || text.length > maxValueCharacters || !isPlain) continue
    const { all } = await read([{ visitor: `${plainWords[field]} ${text}` }])
    const value = field === 'requirements' ? text : all[field]
    if (value !== null && (field === 'budget' || value === text)) info[field] = value
  }
  return info
}
