import type { LeadRow } from '../../../migrations/tables.ts'
import { markLead } from '../leads/mark-leads.ts'
import type { CallDeps } from './calendar.ts'
import { releaseCall } from './change-call.ts'

type Marked = {
  before: LeadRow['status']
  droppedMails: number
  /** Whether the time of a call is free again. */
  isFreed: boolean
}

/** Unsent mails about spam are deleted, and its call takes no time any more. @returns undefined for an unknown request */
export async function markRequest(
  deps: Pick<CallDeps, 'database' | 'now'>,
  reference: string,
  status: LeadRow['status'],
): Promise<Marked | undefined> {
  const marked = await markLead(deps.database, reference, status)
  return marked && { ...marked, isFreed: status === 'spam' && (await releaseCall(deps, reference)) }
}
