import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { ChatMessage, Turn } from '../../server/chat/messages.ts'
import type { Act } from '../../server/chat/understand/predict-act.ts'
import type { ConsultationInfo } from '../../server/leads/fields.ts'
import { replyTo } from './talk.ts'

type Expected = { acts: Act[]; answers: [string, ...string[]]; details?: Partial<ConsultationInfo> }
type WrittenChat = {
  who: string
  turns: { visitor: string; expected: Expected; reply: Pick<Turn, 'facts' | 'asked'> }[]
}

/** Each message of the written conversations with the chat's reply, after the replies that stand there. */
export function replayChats() {
  const written: WrittenChat[] = parse(readFileSync('tests/conversations.yaml', 'utf8'))
  return written.flatMap(({ who, turns }) => {
    const messages: ChatMessage[] = []
    return turns.map(({ visitor, expected, reply }) => {
      messages.push({ role: 'user', content: visitor })
      const actual = replyTo(messages)
      messages.push({ role: 'assistant', content: '…', turn: { ...reply, moves: [], buttons: [] } })
      return { name: `${who}: ${visitor}`, expected, reply, actual }
    })
  })
}
