import type { Db } from '../../migrations/tables.ts'
import { countRows } from '../../platform/db/stored-rows.ts'

const maxShown = 5

/** @param times in ms since 1970 */
export async function summarizeLeads(
  db: Db,
  times: { lateBefore: number; cameSince: readonly number[]; answeredSince: number },
) {
  const waiting = db.selectFrom('leads').where('answered_at', 'is', null)
  const fresh = await waiting
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('created_at', '<', times.lateBefore).as('late'),
    ])
    .where('status', '=', 'ok')
    .executeTakeFirstOrThrow()
  const oldest = await waiting
    .select(['reference', 'name', 'email', 'company', 'created_at'])
    .where('status', '=', 'ok')
    .orderBy('created_at')
    .orderBy('reference')
    .limit(maxShown)
    .execute()
  const suspicious = await waiting
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('created_at').as('since')])
    .where('status', '=', 'suspicious')
    .executeTakeFirstOrThrow()
  return {
    waiting: { ...fresh, oldest },
    suspicious,
    came: await Promise.all(times.cameSince.map((since) => countRows(cameSince(db, since)))),
    answered: await answeredSince(db, times.answeredSince),
  }
}

function cameSince(db: Db, since: number) {
  return db.selectFrom('leads').where('created_at', '>=', since).where('status', '!=', 'spam')
}

async function answeredSince(db: Db, since: number) {
  const rows = await db
    .selectFrom('leads')
    .select((eb) => eb('answered_at', '-', eb.ref('created_at')).as('after'))
    .where('status', 'in', ['ok', 'suspicious'])
    .where('answered_at', '>=', since)
    .execute()
  const times = rows.map(({ after }) => Number(after)).toSorted((a, b) => a - b)
  return { count: times.length, medianMs: median(times) }
}

function median(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
