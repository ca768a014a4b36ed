import { randomBytes } from 'node:crypto'
import { validTopics } from './content/agent/valid-topics.ts'
import type { SiteContent } from './content/site-content.ts'
import { extractBooking } from './features/booking/extract/extract-booking.ts'
import { createBuiltInAgent } from './features/chat/built-in/built-in-agent.ts'
import type { ChatDeps } from './features/chat/chat.service.ts'
import { createFirewall } from './features/chat/firewall/firewall.ts'
import { createPromptCount, promptMessages } from './features/chat/system-prompt.ts'
import type { ChatModel } from './lib/chat-model.ts'
import { createGatewayModel, type GatewayPatience } from './server/chat-gateway.ts'
import type { Environment } from './server/environment.ts'
import type { Log } from './server/log.ts'
import type { TextIndex } from './server/text-index.ts'

export type ChatOptions = {
  environment: Pick<Environment, 'chat' | 'siteUrl'>
  content: Pick<SiteContent, 'agent' | 'offers' | 'studio'>
  /** Finds what the articles say. */
  passages: TextIndex['passages']
  now: () => number
  log: Log
  patience?: Partial<GatewayPatience> | undefined
}

/** Puts the chat together, from the content to the models; the server and the owner's commands talk by the same one. */
export function openChat(options: ChatOptions): ChatDeps {
  const { content, environment, passages, now, log } = options
  const { agent, offers, studio } = content
  const date = () => new Date(now())
  const firewall = createFirewall({
    offers,
    topics: agent.topics,
    words: agent.firewall,
    studio,
    siteUrl: new URL(environment.siteUrl),
    secrets: [...agent.prompt.manner, agent.prompt.fence, agent.prompt.goOn],
    now: date,
  })
  const builtIn = createBuiltInAgent({
    topics: agent.topics,
    words: agent.builtIn,
    search: passages,
    passes: (sentence) => firewall.check(sentence, { visitor: [], before: [] }).ok,
    now: date,
  })
  return {
    models: modelsOf(options, builtIn),
    builtIn,
    firewall,
    promptTokens: createPromptCount(agent.prompt, agent.topics),
    extract: extractBooking,
    words: { ...agent.prompt, closing: agent.firewall.closing },
    log,
  }
}

/** Without a gateway's address and its key the built-in agent is alone. */
function modelsOf({ environment, content, now, patience }: ChatOptions, builtIn: ChatModel): ChatModel[] {
  const { baseUrl, apiKey, models } = environment.chat
  if (baseUrl === undefined || apiKey === undefined) return [builtIn]
  const { prompt, topics } = content.agent
  return models.map((model) => {
    if (model === builtIn.name) return builtIn
    return createGatewayModel({
      baseUrl,
      apiKey,
      model,
      messagesOf: (turns) => {
        const today = new Date(now()).toISOString().slice(0, 10)
        return promptMessages(prompt, validTopics(topics, today), turns, randomBytes(6).toString('hex'))
      },
      ...(patience !== undefined && { patience }),
    })
  })
}
