import { textOf } from '../../platform/http/form.ts'
import { chatLimits } from '../../platform/limits/limits.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import type { TranscriptMessage } from '../leads/transcript.ts'
import type { SiteChat } from './chat.ts'
import type { SignedMessage } from './messages.ts'
import { newestMessages, readPicked, readTurn } from './messages.ts'
import { verifySignatures } from './signature.ts'

/** Reads the newest messages of a submitted chat. Drops anything invalid instead of rejecting the lead. */
export function readPostedTranscript(
  { key, now }: Pick<SiteChat, 'key' | 'now'>,
  { transcript, draft }: Posted,
): TranscriptMessage[] {
  const messages = newestMessages(listOf(transcript).flatMap(toMessage))
  const areSigned = verifySignatures(key, messages, now())
  const stored = messages.map(({ role, content }, n): TranscriptMessage => {
    return { role, content, ...(areSigned[n] && { isProved: true }) }
  })
  const draftText = cleanMessage(draft, chatLimits.messageCharacters)
  const unsent: TranscriptMessage[] = draftText === '' ? [] : [{ role: 'user', content: draftText, unsent: true }]
  return newestMessages([...stored, ...unsent])
}

function listOf(value: unknown): unknown[] {
  const parsed = typeof value === 'string' ? parseJson(value) : value
  return Array.isArray(parsed) ? parsed : []
}

function toMessage(value: unknown): SignedMessage[] {
  const { role, content, proof, turn, picked }: Record<string, unknown> = Object(value)
  if (role !== 'user' && role !== 'assistant') return []
  const text = cleanMessage(content, role === 'user' ? chatLimits.messageCharacters : chatLimits.characters)
  if (text === '') return []
  return role === 'user'
    ? [{ role, content: text, picked: readPicked(picked) }]
    : [{ role, content: text, proof, turn: readTurn(turn) }]
}

function cleanMessage(value: unknown, maxCharacters: number): string {
  const text = cleanText(textOf(value).slice(0, maxCharacters + 1))
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text
}

/** An unvalidated form submission. */
export type Posted = Readonly<Record<string, unknown>>
