import type { ConsultationInfo } from '../../src/features/leads/lead.fields.ts'

const email = /[\w.%+-]+@[\w.-]+\.[a-z]{2,}/i
const name = /(?:my name is|i am|i'm)\s+([a-z]+(?:\s+[a-z]+)?)/i
const company = /(?:company|work at|work for)\s+(?:is\s+)?([a-z0-9]+(?:\s+[a-z0-9]+)?)/i
const budget = /(?:budget|around|\$)(?:\s+is)?\s*(\$?)(\d[\d,]*(?:\.\d{1,2})?)\s*(k|thousand)?/i

/** The extraction as section 5 of the specification words it, taken as plainly as it can be: what the real one is held against. */
export function extractNaively(messages: readonly string[]): ConsultationInfo {
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
