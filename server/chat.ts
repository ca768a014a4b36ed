import { randomBytes } from 'node:crypto'
import type { ChatContent } from '../platform/content/chat/chat.ts'
import type { Environment } from '../platform/environment.ts'
import type { Log } from '../platform/log.ts'
import { type Answerer, createAnswerer, type TrainedAnswers } from './chat/answers/answerer.ts'
import type { ChatDeps } from './chat/chat.service.ts'
import { extractDetails } from './chat/details/extract-details.ts'
import { createGatewayModel, type GatewayTimeouts } from './chat/gateway/chat-gateway.ts'
import { builtIn } from './chat/reply/model-chain.ts'
import { createPromptCount, promptMessages } from './chat/reply/prompt.ts'
import { nothingKnown } from './leads/fields.ts'

export type ChatOptions = {
  environment: Pick<Environment, 'chat'>
  content: Pick<ChatContent, 'phrases' | 'prompt' | 'lang'>
  answers: () => TrainedAnswers
  studioAddress: string
  now: () => number
  log: Log
  timeouts?: Partial<GatewayTimeouts> | undefined
  /** Of calls, where there are any. */
  freeTimes?: (() => Promise<readonly number[]>) | undefined
}

/** What can't be noted of a talk, whatever the fault, counts as not said: that costs neither the reply nor the request. */
export function openChat(options: ChatOptions): ChatDeps {
  const { studioAddress, now, log, freeTimes = async () => [] } = options
  const { prompt, lang } = options.content
  return {
    models: modelsOf(options),
    answerer: answererOf(options),
    promptFor: (turns, sentences) => promptMessages(prompt, sentences, turns, randomBytes(6).toString('hex')),
    promptTokens: createPromptCount(prompt),
    extract(messages) {
      try {
        return extractDetails(messages, studioAddress, lang)
      } catch (error) {
        log.error({ err: error }, 'a talk could not be searched for a booking')
        return nothingKnown
      }
    },
    words: prompt,
    freeTimes: async () => {
      try {
        return await freeTimes()
      } catch (error) {
        log.error({ err: error }, 'the free times of calls could not be read')
        return []
      }
    },
    now,
    log,
  }
}

/** Opened by the first message: learning what is asked takes seconds where no build has done it. */
function answererOf({ answers, content }: ChatOptions): Answerer {
  let answerer: Answerer | undefined
  return {
    open(...message) {
      answerer ??= createAnswerer(answers(), content.phrases, content.lang)
      return answerer.open(...message)
    },
  }
}

/** Without a gateway's address and its key the built-in agent is alone. */
function modelsOf({ environment, timeouts = {} }: ChatOptions): ChatDeps['models'] {
  const { baseUrl, apiKey, models } = environment.chat
  if (baseUrl === undefined || apiKey === undefined) return [builtIn]
  return models.map((model) => (model === builtIn ? builtIn : createGatewayModel({ baseUrl, apiKey, model, timeouts })))
}
