import type { ChatMessage, SignedMessage, Turn } from '../../server/chat/messages.ts'
import type { SentTurn } from '../../server/chat/reply.ts'
import { adaConsultation, type TestApp } from './desk.ts'
import { send } from './http.ts'
import { postChat, readReply } from './mock-gateway.ts'
import { chatDay, sampleAgent } from './talk.ts'

/** Sends a message as the panel does, or continues the last reply. @param keep how many pieces come before a stop @returns the chat */
export async function converse(
  app: TestApp,
  chat: readonly SignedMessage[],
  message: string | ChatMessage | undefined,
  keep = Number.POSITIVE_INFINITY,
): Promise<SignedMessage[]> {
  const sent = typeof message === 'string' ? ({ role: 'user', content: message } as const) : message
  const messages = [...chat, ...(sent ? [sent] : [])]
  const last = messages.at(-1)
  const begun = last?.role === 'assistant' ? last : undefined
  const { events } = await readReply(await postChat(app, messages))
  const shown = events.filter(({ type }) => type === 'text' || type === 'turn').slice(0, keep)
  let reply: SignedMessage | undefined = begun
  for (const event of shown) {
    const proof = 'proof' in event ? event.proof : undefined
    if (event.type === 'text') reply = { role: 'assistant', content: `${reply?.content ?? ''}${event.text}`, proof }
    if (event.type === 'turn' && reply) reply = { ...reply, turn: turnOf(event.turn), proof }
  }
  return [...messages.filter((each) => each !== begun), ...(reply ? [reply] : [])]
}

/** A reply's ids, as they go back to the server. */
export function turnOf({ buttons, ...turn }: SentTurn): Turn {
  return { ...turn, buttons: buttons.map(({ id }) => id) }
}

/** Sends a chat with a consultation. @returns for each reply in what is stored, whether it is the agent's */
export async function signedIn(app: TestApp, transcript: readonly SignedMessage[] | string): Promise<boolean[]> {
  const consultation = { ...adaConsultation, requestId: crypto.randomUUID(), transcript }
  const reference = String(await send(app, consultation, { form: 'booking' }))
  const leads = app.database.db.selectFrom('leads').select('transcript').where('reference', '=', reference)
  const { transcript: kept } = await leads.executeTakeFirstOrThrow()
  const stored: { role: string; isProved?: true }[] = JSON.parse(kept ?? '[]')
  return stored.filter(({ role }) => role === 'assistant').map(({ isProved }) => isProved === true)
}

/** Matches a reply that consists of the sample's own sentences, with at most 99 characters for what fills one. */
export function ownSentences(): RegExp {
  const { facts, questions, moves } = sampleAgent().answersAt(chatDay)
  const sentences = [...facts.values(), ...questions.values()].map(({ text }) => text).concat(Object.values(moves))
  const patterns = sentences.map((text) =>
    text.replaceAll(/[.?+*()[\]$^|]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^.?!]{1,99}'),
  )
  return new RegExp(`^(?:(?:${patterns.join('|')})(?: |$))+$`)
}

/** What a browser may send for the ids of answers, and of a reply. */
export const strangeIds = [
  '__proto__',
  'constructor',
  'despair',
  'budgets',
  'nothing',
  '{value}',
  '<b>',
  '',
  'x'.repeat(10_000),
]
const trouble = { facts: ['danger.1'], moves: ['empathy.night'], asked: 'danger.next', buttons: ['despair'] }
const turn = { facts: ['mvp-price.1'], moves: [], asked: 'q.product', buttons: [] }
export const strangeTurns: unknown[] = [
  ...[
    null,
    'turn',
    7,
    [],
    {},
    { ...turn, facts: {} },
    { ...turn, asked: [] },
    { ...turn, buttons: [{ title: 'free' }] },
  ],
  ...[{ ...turn, facts: Array(1_000).fill('mvp-price.1') }, trouble, { ...trouble, buttons: [{ id: 'danger' }] }],
  ...strangeIds.map((id) => ({ facts: [id, `${id}.1`], moves: [id], asked: id, buttons: [id, `${id}.1`] })),
  ...['q.currency', 'q.which', 'q.contact', 'booking.next'].map((asked) => ({ ...turn, asked, buttons: strangeIds })),
]
