import type { ConsultationField, ConsultationInfo } from '../../leads/fields.ts'
import { budgetVetoes } from './budget.ts'
import { splitClauses } from './clauses.ts'
import { companyVetoes } from './company.ts'
import { emailVetoes } from './email.ts'
import { type Details, type Exchange, isHostile, maxValueCharacters } from './extract.ts'
import { nameVetoes } from './name.ts'
import { requirementVetoes } from './requirements.ts'
import { timelineVetoes } from './timeline.ts'
import { has } from './tokens.ts'

/** A part of the visitor's words that a model takes for a field. */
export type QuotedDetail = { field: ConsultationField; quote: string }

const maxQuotes = 12
/** The plainest words before a value, and what mustn't be in its own sentence. */
const fieldRules = {
  name: { cue: 'My name is', vetoes: nameVetoes },
  email: { cue: 'My email is', vetoes: emailVetoes },
  company: { cue: 'My company is', vetoes: companyVetoes },
  budget: { cue: 'My budget is', vetoes: budgetVetoes },
  timeline: { cue: 'I need it', vetoes: timelineVetoes },
  requirements: { cue: 'I need', vetoes: requirementVetoes },
}

/** Adds or replaces details that a model quoted, if they are verbatim and the rules accept them in their sentence. */
export async function withQuotedDetails(
  known: ConsultationInfo,
  quotedDetails: readonly QuotedDetail[],
  messages: readonly Exchange[],
  read: (messages: readonly Exchange[]) => Promise<Details>,
): Promise<ConsultationInfo> {
  const info = { ...known }
  for (const { field, quote } of quotedDetails.slice(0, maxQuotes)) {
    const text = quote.trim()
    if (text === '' || text.length > maxValueCharacters || !isAccepted(field, text, messages)) continue
    const { all } = await read([{ visitor: `${fieldRules[field].cue} ${text}` }])
    const value = field === 'requirements' ? text : all[field]
    if (value !== null && (field === 'budget' || value === text)) info[field] = value
  }
  return info
}

function isAccepted(field: ConsultationField, quote: string, messages: readonly Exchange[]): boolean {
  const message = messages.findLast(({ visitor }) => visitor.includes(quote))?.visitor ?? ''
  const clauses = splitClauses(message).filter(({ text }) => text.includes(quote))
  return clauses.some((clause) => !isHostile(clause) && !has(fieldRules[field].vetoes, clause.tokens))
}
