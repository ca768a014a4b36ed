import { siteContent } from '../../platform/content/site-content.ts'
import { loadEnvironment } from '../../platform/environment.ts'
import { createSilentLog } from '../../platform/log.ts'
import { trainedAnswers } from '../../server/chat/book/trained-answers.ts'
import { answerChat } from '../../server/chat/chat.service.ts'
import { openChat } from '../../server/chat.ts'
import type { ChatMessage } from '../../server/leads/chat-message.ts'

export type OwnersChat = ReturnType<typeof openOwnersChat>

/** As a visitor's message is answered, without the budget: the owner pays, and takes nothing from the visitors. */
export function openOwnersChat() {
  const { agent, studio } = siteContent()
  const chat = openChat({
    environment: loadEnvironment(),
    agent,
    answers: () => trainedAnswers(agent.answers),
    studioAddress: studio.email,
    now: Date.now,
    log: createSilentLog(),
  })
  const answer = (turns: readonly ChatMessage[], signal: AbortSignal) =>
    answerChat(chat, turns, { signal, requestId: 'studio' })
  return { chat, answer, problems: agent.prompt.problems }
}
