import type { ConsultationField, ConsultationInfo } from '../../leads/fields.ts'
import { hasPhrase } from './clauses.ts'
import { type Details, type Exchange, maxValueCharacters, readableClauses } from './extract.ts'
import { vetoes } from './words.ts'

/** Part of the visitor's words, quoted by a model for a field. */
export type QuotedDetail = { field: ConsultationField; quote: string }

/** Twice the number of fields. A model that quotes more is confused. */
const maxQuotes = 12
/** Makes a quote a sentence that the rules can read. */
const plainSentences: Readonly<Record<ConsultationField, string>> = {
  name: 'My name is',
  email: 'My email is',
  company: 'My company is called',
  budget: 'My budget is',
  timeline: 'I need it',
  requirements: 'I need',
}

/** Adds or replaces quoted details if the visitor wrote them and `read` also finds them in a plain sentence. */
export async function withQuotedDetails(
  known: ConsultationInfo,
  quoted: readonly QuotedDetail[],
  messages: readonly Exchange[],
  read: (messages: readonly Exchange[]) => Promise<Details>,
): Promise<ConsultationInfo> {
  const info = { ...known }
  for (const { field, quote } of quoted.slice(0, maxQuotes)) {
    const text = quote.trim()
    if (text === '' || text.length > maxValueCharacters || !isQuotable(field, text, messages)) continue
    const { all } = await read([{ visitor: `${plainSentences[field]} ${text}` }])
    const value = field === 'requirements' ? text : all[field]
    if (value !== null && (field === 'budget' || value === text)) info[field] = value
  }
  return info
}

/** Whether the visitor wrote a text in a harmless clause without a veto. */
function isQuotable(field: ConsultationField, text: string, messages: readonly Exchange[]): boolean {
  const { visitor = '' } = messages.findLast((message) => message.visitor.includes(text)) ?? {}
  const clauses = readableClauses(visitor).filter((clause) => clause.text.includes(text))
  // The vetoes for names apply to a name's own words. Around it, use those for emails, which are about other people.
  const list = vetoes[field === 'name' ? 'email' : field]
  return clauses.some(({ tokens }) => !hasPhrase(list, tokens))
}
