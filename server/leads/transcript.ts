import { z } from 'zod'
import type { Db } from '../../migrations/tables.ts'
import { quoted } from '../../platform/text/clean-text.ts'

/** `isProved`: whether the reply is signed by this site. Visitors can make up any other reply. */
const transcriptMessage = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  unsent: z.literal(true).exactOptional(),
  isProved: z.literal(true).exactOptional(),
})
export type TranscriptMessage = z.infer<typeof transcriptMessage>
const transcriptSchema = z.array(transcriptMessage)

export function readTranscript(transcript: string | null): TranscriptMessage[] {
  return transcript === null ? [] : transcriptSchema.parse(JSON.parse(transcript))
}

export function transcriptLines(messages: readonly TranscriptMessage[]): [speaker: string, text: string][] {
  return messages.map(({ role, content, unsent, isProved }) => {
    if (role === 'assistant') return [isProved ? 'Agent' : 'Agent (unverified)', content]
    return [unsent ? 'Visitor (typed, not sent)' : 'Visitor', content]
  })
}

export function transcriptText(messages: readonly TranscriptMessage[]): string {
  const texts = transcriptLines(messages).map(([speaker, text]) => `${speaker}:\n${quoted(text)}`)
  return texts.join('\n\n')
}

/** Reads leads' chats, newest first. */
export async function readChats(db: Db, limit: number) {
  const rows = await db
    .selectFrom('leads')
    .select(['reference', 'transcript', 'created_at'])
    .where('transcript', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('reference')
    .limit(limit)
    .execute()
  return rows.map(({ transcript, ...lead }) => ({ ...lead, messages: readTranscript(transcript) }))
}

/** Returns a cache key that changes when a lead's chat is added, grows, or is deleted. */
export async function chatsVersion(db: Db): Promise<string> {
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
