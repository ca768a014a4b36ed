import type { LeadContext } from '../lead-context.ts'
import { type LeadDeps, type LeadResult, takeLead } from '../take-lead.ts'
import type { ContactValues } from './ContactFormView.tsx'

export const contactRate = { name: 'contact', max: 20, windowMs: 10 * 60_000 } as const

/**
 * Takes a request of the contact form (src/features/leads/take-lead.ts). Other words under a key that is taken are another
 * request: to answer for those would lose these.
 * @param input values that `checkContact` passed
 * @throws StorageError when the database cannot be written; nothing is stored then
 */
export async function submitContact(
  deps: LeadDeps,
  input: ContactValues & { requestId?: string | undefined },
  context: LeadContext,
): Promise<LeadResult> {
  const { requestId, ...words } = input
  return await takeLead(
    deps,
    { words, requestId, context },
    {
      kind: 'contact',
      rate: contactRate,
      meet: (known, draft) => (known.kind === draft.kind && isSameText(known, draft) ? 'repeat' : 'other'),
    },
  )
}

function isSameText(a: ContactValues, b: ContactValues): boolean {
  return a.name === b.name && a.email === b.email && a.project === b.project
}
