import type { LeadRow } from '../../migrations/tables.ts'
import { markLead } from '../leads/mark-leads.ts'
import type { CallDeps } from './calendar.ts'
import { releaseCall } from './change-call.ts'

type Needs = Pick<CallDeps, 'database' | 'now'>

/** Unsent mails about spam are deleted, and its call takes no time any more. @returns undefined for an unknown request */
export async function markRequest(deps: Needs, reference: string, status: LeadRow['status']) {
  const marked = await markLead(deps.database, reference, status)
  return marked && { ...marked, isFreed: status === 'spam' && (await releaseCall(deps, reference)) }
}
