import { checkForm, type FormTexts } from '../../platform/fields.ts'
import type { Form, FormOutcome, FormPost } from '../../platform/http/form-route.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { isZone } from '../../platform/text/zones.ts'
import { callFields } from '../leads/fields.ts'
import { bookCall } from './book-call.ts'
import type { CallDeps } from './calendar.ts'
import { stateOf } from './call-link.ts'
import { momentOf, writtenIn } from './call-time.ts'
import { manageLink } from './links.ts'
import { findCall } from './store.ts'

type CallField = keyof typeof callFields

export type CallRouteDeps = CallDeps & { siteUrl: string; linkKey: string }

export function callForm(deps: CallRouteDeps, texts: FormTexts): Form<CallField> {
  const { problems } = deps.calls
  return {
    maxBytes: bodyLimits.call,
    problems,
    check: (fields) => {
      const checked = checkForm(callFields, fields, texts)
      const isChosen = momentOf(checked.values.start) !== undefined
      return checked.errors || isChosen ? checked : { ...checked, errors: { message: problems.noTime, fields: {} } }
    },
    submit: async (post) => await submitPost(post, deps),
  }
}

async function submitPost(
  { values, requestId, context }: FormPost<CallField>,
  deps: CallRouteDeps,
): Promise<FormOutcome> {
  const { calls } = deps
  const start = momentOf(values.start) ?? Number.NaN
  const zone = zoneOf(values.zone, calls)
  const result = await bookCall(deps, { ...values, start, zone, requestId }, context)
  if (result.outcome === 'open') return { outcome: 'conflict', message: calls.problems.open, more: {} }
  if (result.outcome === 'taken') {
    const times = result.times.map((time) => writtenIn(time, zone))
    return { outcome: 'conflict', message: calls.problems.taken, more: { times } }
  }
  if (result.outcome === 'limited') return result
  const { reference } = result
  const call = await findCall(deps.database.db, reference)
  const state = call && (await stateOf(call, deps))
  const manage = manageLink(deps, reference, 'stranger')
  // Of a post that comes again, what became of it: the call may have been moved.
  const written = writtenIn(call?.starts_at ?? start, call?.zone ?? zone)
  return { outcome: 'stored', reference, more: { start: written, manage, ...(state && { state }) } }
}

/** A zone that nobody has heard of is the studio's. */
export function zoneOf(written: string, { zone }: { zone: string }): string {
  return written !== '' && isZone(written) ? written : zone
}
