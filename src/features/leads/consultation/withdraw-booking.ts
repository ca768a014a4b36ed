import { isRequestId } from '../../../lib/net/request-id.ts'
import { deleteUntold, findRequest } from '../lead.repository.ts'
import { chosenKey } from '../take-lead.ts'
import type { BookingDeps } from './booking.service.ts'

/**
 * Takes back what was stored when the page was left, for a visitor who has come back and no longer agrees. What he has
 * sent himself stays, and so does what the owner was mailed about.
 * @throws StorageError when the database cannot be written
 */
export async function withdrawBooking(
  { database }: Pick<BookingDeps, 'database'>,
  requestId: string | undefined,
): Promise<void> {
  if (!isRequestId(requestId)) return
  const { engine } = database
  await database.write(async (tx) => {
    const lead = await findRequest(tx, chosenKey(requestId), engine)
    if (lead?.kind === 'consultation' && lead.partial === 1) await deleteUntold(tx, lead, engine)
  })
}
