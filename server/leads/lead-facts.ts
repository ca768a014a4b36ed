import type { LeadRow } from '../../migrations/tables.ts'
import { oneLine } from '../../platform/email/escape.ts'
import { minuteOf } from '../../platform/text/time-text.ts'

type Fact = [label: string, value: string | null]

export function leadFacts(lead: LeadRow): [label: string, value: string][] {
  return known([
    ['Reference', lead.reference],
    ['Name', lead.name],
    ['E-mail', lead.email],
    ['Company', lead.company],
    ['Budget', lead.budget],
    ['Timeline', lead.timeline],
    ...circumstances(lead),
  ])
}

export function leadCircumstances(lead: LeadRow): [label: string, value: string][] {
  return known([['Reference', lead.reference], ...circumstances(lead)])
}

function circumstances(lead: LeadRow): Fact[] {
  const campaign: Record<string, string> = JSON.parse(lead.campaign)
  const parameters = Object.entries(campaign).map(([key, value]) => `${key}=${value}`)
  const reasons: string[] = JSON.parse(lead.reasons)
  const isChanged = lead.updated_at !== null && lead.updated_at !== lead.created_at
  return [
    ['Received', minuteOf(lead.created_at)],
    ['Changed', isChanged ? minuteOf(lead.updated_at ?? lead.created_at) : null],
    ['Status', reasons.length > 0 ? `${lead.status}: ${reasons.join('; ')}` : lead.status],
    ['Sent', lead.abandoned === null ? null : lead.abandoned === 0 ? 'yes' : 'no: the visitor has left'],
    ['Agreed to', lead.consent_words && `“${lead.consent_words}” ${minuteOf(lead.consent_at ?? lead.created_at)}`],
    ['Page', lead.page === '/' ? '/ (home)' : lead.page],
    ['Came from', lead.referrer],
    ['Campaign', parameters.join(', ')],
    ['Language', lead.language],
    ['Network', lead.network],
  ]
}

function known(facts: Fact[]): [label: string, value: string][] {
  return facts.flatMap(([label, value]) => (value ? [[label, oneLine(value)]] : []))
}
