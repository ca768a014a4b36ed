import type { ConsultationField, ConsultationInfo } from '../leads/lead.fields.ts'
import type { ChatDeps } from './chat.service.ts'

/** The plainest sentence in which somebody says it: what the rules don't read in it, they refuse. */
const plainly: Record<ConsultationField, (quote: string) => string> = {
  name: (quote) => `My name is ${quote}.`,
  email: (quote) => `My e-mail address is ${quote}`,
  company: (quote) => `My company is ${quote}.`,
  budget: (quote) => `My budget is ${quote}.`,
  timeline: (quote) => `I need it ${quote}.`,
  requirements: (quote) => `I need ${quote}.`,
}
const mostCharacters = 300

/**
 * What a model noted of a talk, as far as it counts: a verbatim piece of one of the visitor's messages that the rules, too, take for
 * what it is said to be. It fills what the rules alone have not found.
 */
export function withModelNotes(
  known: ConsultationInfo,
  notes: readonly { field: ConsultationField; quote: string }[],
  messages: readonly string[],
  extract: ChatDeps['extract'],
): ConsultationInfo {
  const info = { ...known }
  for (const { field, quote } of notes) {
    const piece = quote.trim()
    if (info[field] !== null || piece === '' || piece.length > mostCharacters) continue
    if (!messages.some((message) => message.includes(piece))) continue
    const read = extract([plainly[field](piece)])[field]
    if (field === 'budget' || read === piece) info[field] = read
  }
  return info
}
