import { siteContent } from '../../platform/content/site-content.ts'
import { loadEnvironment } from '../../platform/environment.ts'
import { createSilentLog } from '../../platform/log.ts'
import { openChat } from '../../server/chat/chat.ts'
import type { ChatMessage } from '../../server/chat/messages.ts'
import { answerChat } from '../../server/chat/reply.ts'
import { trainAnswers } from '../../server/chat/understand/train.ts'

export type OwnerChat = ReturnType<typeof openOwnerChat>

/** Opens the same chat as visitors use, without its limits and budget. */
export function openOwnerChat() {
  const { chat: content, studio } = siteContent()
  // Read the answers first, so the command reports errors in them.
  const { answers } = content
  const chat = openChat({
    environment: loadEnvironment(),
    content,
    answers: () => trainAnswers(answers),
    studioAddress: studio.email,
    now: Date.now,
    log: createSilentLog(),
  })
  const answer = (messages: readonly ChatMessage[], signal: AbortSignal) =>
    answerChat(chat, messages, { signal, requestId: 'studio' })
  return { chat, answer, problems: content.prompt.problems }
}
