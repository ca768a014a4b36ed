import { randomBytes } from 'node:crypto'
import type { SiteContent } from './content/site-content.ts'
import { extractBooking } from './features/booking/extract/extract-booking.ts'
import { createBuiltInAgent } from './features/chat/built-in/built-in-agent.ts'
import type { ChatDeps } from './features/chat/chat.service.ts'
import { createFirewall } from './features/chat/firewall/firewall.ts'
import { createPromptFacts, type PromptFacts } from './features/chat/prompt-facts.ts'
import { createPromptCount, promptMessages } from './features/chat/system-prompt.ts'
import type { ChatModel } from './lib/chat-model.ts'
import { createGatewayModel, type GatewayPatience } from './server/chat-gateway.ts'
import type { Environment } from './server/environment.ts'
import type { Log } from './server/log.ts'
import type { TextIndex } from './server/text-index.ts'

type MindOptions = {
  environment: Pick<Environment, 'siteUrl'>
  content: Pick<SiteContent, 'agent' | 'home' | 'offers' | 'studio'>
  /** What the site says: the built-in agent searches it, and links may lead to its pages alone. */
  texts?: Pick<TextIndex, 'addresses' | 'passages'> | undefined
  now: () => number
}

export type ChatOptions = MindOptions & {
  environment: Pick<Environment, 'chat'>
  log: Log
  patience?: Partial<GatewayPatience> | undefined
}

/** What replies are made of and held against. */
export type ChatMind = Pick<ChatDeps, 'builtIn' | 'firewall'> & { facts: PromptFacts }

/** Reads all that the content says, which takes half a second. */
export function openMind({ content, environment, texts, now }: MindOptions): ChatMind {
  const { agent, home, offers, studio } = content
  const date = () => new Date(now())
  const firewall = createFirewall({
    offers,
    home,
    topics: agent.topics,
    words: agent.firewall,
    studio,
    siteUrl: new URL(environment.siteUrl),
    ...(texts && { paths: pathsOf(texts) }),
    secrets: [...agent.prompt.manner, agent.prompt.fence, agent.prompt.goOn],
    now: date,
  })
  const builtIn = createBuiltInAgent({
    topics: agent.topics,
    words: agent.builtIn,
    search: (words) => texts?.passages(words) ?? [],
    passes: (sentence) => firewall.check(sentence, { visitor: [], before: [] }).ok,
    now: date,
  })
  const facts = createPromptFacts({
    topics: agent.topics,
    synonyms: agent.builtIn.synonyms,
    facts: agent.firewall.facts,
  })
  return { builtIn, firewall, facts }
}

/**
 * Puts the chat together, from the content to the models; the server and the owner's commands talk by the same one.
 * @param mind made of the same content
 */
export function openChat(options: ChatOptions, mind = openMind(options)): ChatDeps {
  const { agent, studio } = options.content
  const { builtIn, firewall, facts } = mind
  return {
    models: modelsOf(options, builtIn, facts),
    builtIn,
    firewall,
    promptTokens: createPromptCount(agent.prompt, facts),
    extract: (messages) => extractBooking(messages, studio.email),
    words: { ...agent.prompt, closing: agent.firewall.closing },
    log: options.log,
  }
}

function pathsOf(texts: Pick<TextIndex, 'addresses'>): ReadonlySet<string> {
  return new Set(texts.addresses().map(({ path }) => path.replace(/#.*$/, '')))
}

/** Without a gateway's address and its key the built-in agent is alone. */
function modelsOf(
  { environment, content, now, patience }: ChatOptions,
  builtIn: ChatModel,
  facts: PromptFacts,
): ChatModel[] {
  const { baseUrl, apiKey, models } = environment.chat
  if (baseUrl === undefined || apiKey === undefined) return [builtIn]
  const { prompt } = content.agent
  return models.map((model) => {
    if (model === builtIn.name) return builtIn
    return createGatewayModel({
      baseUrl,
      apiKey,
      model,
      messagesOf: (turns) => {
        const today = new Date(now()).toISOString().slice(0, 10)
        return promptMessages(prompt, facts.linesFor(turns, today), turns, randomBytes(6).toString('hex'))
      },
      ...(patience !== undefined && { patience }),
    })
  })
}
