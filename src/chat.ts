import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import type { SiteContent } from './content/site-content.ts'
import { createBuiltInAgent } from './features/chat/built-in/built-in-agent.ts'
import { compose } from './features/chat/built-in/compose.ts'
import type { ChatDeps } from './features/chat/chat.service.ts'
import { nothingKnown } from './features/chat/known-booking.ts'
import { createPromptCount, promptMessages } from './features/chat/system-prompt.ts'
import type { ChatModel } from './lib/chat-model.ts'
import type { Mind, MindSources } from './mind.ts'
import { createTimedCalls, type TimedCalls } from './server/calls/timed-calls.ts'
import { createGatewayModel, type GatewayPatience } from './server/chat-gateway.ts'
import type { Environment } from './server/environment.ts'
import type { Log } from './server/log.ts'

export type MindThread = TimedCalls<Mind> & { start: () => void }

export type ChatOptions = {
  environment: Pick<Environment, 'chat'>
  content: Pick<SiteContent, 'agent'>
  mind: MindThread
  now: () => number
  log: Log
  patience?: Partial<GatewayPatience> | undefined
}

/** @param program of the mind, where a build has one of its own */
export function openMindThread(sources: MindSources, program?: string): MindThread {
  const script = program === undefined ? new URL('./mind.worker.ts', import.meta.url) : pathToFileURL(program)
  return createTimedCalls<Mind>({ script, workerData: sources })
}

/**
 * Puts the chat together, from the content to the models; the server and the owner's commands talk by the same one. What
 * the mind can't find of a booking, whatever the fault, counts as not said: that costs neither the reply nor the request.
 * Whatever else it can't read in time ends the reply.
 */
export function openChat(options: ChatOptions): ChatDeps {
  const { mind, content, now, log } = options
  const { prompt, firewall, builtIn: words } = content.agent
  const builtIn = createBuiltInAgent((turns) => mind.call('reply', turns, now()))
  return {
    models: modelsOf(options, builtIn, (turns) => mind.call('facts', turns, now())),
    builtIn,
    firewall: {
      check: (sentence, { visitor, before }) => mind.call('check', sentence, visitor, before, now()),
      isTold: (sentence, shown) => mind.call('isTold', sentence, shown),
    },
    promptTokens: createPromptCount(prompt, firewall.facts),
    async extract(messages) {
      try {
        return await mind.call('extract', messages)
      } catch (error) {
        log.error({ err: error }, 'a talk could not be searched for a booking')
        return nothingKnown
      }
    },
    words: {
      ...prompt,
      closing: firewall.closing,
      unknown: compose([words.unknown.other], words.unknown.other).join(' '),
    },
    log,
  }
}

/** Without a gateway's address and its key the built-in agent is alone. */
function modelsOf(
  { environment, content, patience }: ChatOptions,
  builtIn: ChatModel,
  factsFor: (turns: Parameters<ChatModel['reply']>[0]) => Promise<readonly string[]>,
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
      messagesOf: async (turns) => promptMessages(prompt, await factsFor(turns), turns, randomBytes(6).toString('hex')),
      ...(patience !== undefined && { patience }),
    })
  })
}
