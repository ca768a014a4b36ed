import { z } from 'zod'
import { inStateSince, listSubscribers, subscriberStates } from '../../src/features/newsletter/subscriber.repository.ts'
import { removeSubscriber, subscribersAtAGlance } from '../../src/features/newsletter/subscriber.service.ts'
import { action, Refusal } from './action.ts'

const mostListed = 10_000
const dayMs = 86_400_000

export const readReaders = action(
  z.object({ state: z.enum(['all', ...subscriberStates]), search: z.string().max(254) }),
  async ({ database: { db }, now }, { state, search }) => {
    const found = await listSubscribers(db, { state, search }, mostListed + 1)
    return {
      ...(await subscribersAtAGlance(db, [now() - 7 * dayMs, now() - 30 * dayMs])),
      isCut: found.length > mostListed,
      readers: found.slice(0, mostListed).map((reader) => ({
        email: reader.email,
        state: reader.state,
        since: inStateSince(reader),
        from: reader.consent_page ?? '',
      })),
    }
  },
)

export const removeReader = action(
  z.object({ email: z.string().max(254) }),
  async ({ database, salt, now }, { email }) => {
    const isRemoved = await database.write((tx) => removeSubscriber(tx, email, { salt, now: now() }))
    if (!isRemoved) throw new Refusal(`${email} is not on the list.`)
    return {}
  },
)
