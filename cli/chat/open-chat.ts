import { textSections } from '../../src/build/text-sections.ts'
import { type MindThread, openChat, openMindThread } from '../../src/chat.ts'
import type { PromptWords } from '../../src/content/agent/prompt.ts'
import { type SiteContent, siteContent } from '../../src/content/site-content.ts'
import { answerChat, type ChatDeps } from '../../src/features/chat/chat.service.ts'
import type { ChatEvent } from '../../src/features/chat/chat-event.ts'
import type { Turn } from '../../src/lib/turn.ts'
import { loadEnvironment } from '../../src/server/environment-file.ts'
import { createSilentLog } from '../../src/server/log.ts'

export type OwnersChat = {
  chat: ChatDeps
  /** What a visitor reads whose message is not taken. */
  problems: PromptWords['problems']
  /** The path of a visitor's message, but for the wallet: the owner pays in any case, and takes nothing from the visitors. */
  answer: (turns: readonly Turn[], signal: AbortSignal) => AsyncIterable<ChatEvent>
}

let mind: MindThread | undefined

/** The chat without a server, a database or a build: the texts are searched in memory, as they stood at the first talk. */
export function openOwnersChat(): OwnersChat {
  const environment = loadEnvironment()
  const content = siteContent()
  mind ??= openThread(environment.siteUrl, content)
  const chat = openChat({ environment, content, mind, now: Date.now, log: createSilentLog() })
  const free = { settle: async () => undefined }
  const answer = (turns: readonly Turn[], signal: AbortSignal) =>
    answerChat(chat, turns, { signal, requestId: 'studio', reserve: async () => free })
  return { chat, answer, problems: content.agent.prompt.problems }
}

function openThread(siteUrl: string, { agent, home, offers, studio }: SiteContent): MindThread {
  const sections = [...textSections(new URL(siteUrl))]
  return openMindThread({ siteUrl, content: { agent, home, offers, studio }, texts: { sections } })
}
