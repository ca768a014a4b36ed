import type { ConsultationField, ConsultationInfo } from '../../leads/fields.ts'
import { hasPhrase } from './clauses.ts'
import { type Details, type Exchange, maxValueCharacters, readableClauses } from './extract.ts'
import { vetoes } from './words.ts'

/** Text from the visitor's messages that a model quoted as a field's value. */
export type QuotedDetail = { field: ConsultationField; quote: string }

/** Twice the number of fields. A model that quotes more is confused. */
const maxQuotes = 12
/** Templates that turn a quote into a sentence the rules can read. */
const plainSentences: Readonly<Record<ConsultationField, string>> = {
  name: 'My name is',
  email: 'My email is',
  company: 'My company is called',
  budget: 'My budget is',
  timeline: 'I need it',
  requirements: 'I need',
}

/** Merges in details a model quoted, if the visitor wrote them and `read` finds them in a plain sentence. */
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

/** Whether the visitor wrote this text in a clause that isn't hostile and has no veto. */
function isQuotable(field: ConsultationField, text: string, messages: readonly Exchange[]): boolean {
  const { visitor = '' } = messages.findLast((message) => message.visitor.includes(text)) ?? {}
  const clauses = readableClauses(visitor).filter((clause) => clause.text.includes(text))
  // Name vetoes apply to the name's own words. For the words around it, use the email vetoes, which mark other people.
  const list = vetoes[field === 'name' ? 'email' : field]
  return clauses.some(({ tokens }) => !hasPhrase(list, tokens))
}
