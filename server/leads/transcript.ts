import type { Kysely } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'

/** `isProved`: the agent said this here; a reply without it is the visitor's word for it. */
export type KeptMessage = { role: 'user' | 'assistant'; content: string; unsent?: true; isProved?: true }

export function readTranscript(transcript: string | null): KeptMessage[] {
  return transcript === null ? [] : JSON.parse(transcript)
}

export function spokenLines(messages: readonly KeptMessage[]): [who: string, said: string][] {
  return messages.map(({ role, content, unsent, isProved }) => {
    if (role === 'assistant') return [isProved ? 'Agent' : 'Agent (as the visitor’s browser says)', content]
    return [unsent ? 'Visitor (typed, not sent)' : 'Visitor', content]
  })
}

/** Talks that were sent along with a request, the newest first. */
export async function readChats(db: Kysely<Tables>, limit?: number) {
  const rows = await db
    .selectFrom('leads')
    .select(['reference', 'transcript'])
    .where('transcript', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
  return rows.map(({ reference, transcript }) => ({ reference, turns: readTranscript(transcript) }))
}

/** Another one when a talk has come, has grown or is gone: it is known without reading them all. */
export async function versionOfChats(db: Kysely<Tables>): Promise<string> {
  const { count, created, updated } = await db
    .selectFrom('leads')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.max('created_at').as('created'),
      fn.max('updated_at').as('updated'),
    ])
    .where('transcript', 'is not', null)
    .executeTakeFirstOrThrow()
  return [count, created, updated].join(' ')
}
