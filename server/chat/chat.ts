import type { ChatContent, PromptWords } from '../../platform/content/chat/chat.ts'
import { readSecret } from '../../platform/db/settings.ts'
import type { Environment } from '../../platform/environment.ts'
import { lazy } from '../../platform/lazy.ts'
import type { Log } from '../../platform/log.ts'
import type { Context } from '../context.ts'
import { type Agent, createAgent } from './agent.ts'
import { createDetailsReader, type ReadDetails } from './details/reader.ts'
import { type ChatModel, createGatewayModel, type GatewayTimeouts } from './model/gateway.ts'
import { createOpenStreams, type OpenStreams } from './open-streams.ts'
import type { TrainedAnswers } from './understand/understand.ts'

/** The built-in agent picks from the written answers. It needs no model and costs nothing. */
export const builtIn = 'built-in'

export type Chat = {
  models: readonly (ChatModel | typeof builtIn)[]
  prompt: PromptWords
  /** Created at the first message. This needs seconds unless a build has already trained the model. */
  agent: () => Agent
  readDetails: ReadDetails
  /** Reads the free times for calls (epoch ms). Undefined on sites that don't offer calls. */
  readFreeTimes?: (() => Promise<readonly number[]>) | undefined
  now: () => number
  log: Log
}

type ChatOptions = Pick<Chat, 'readFreeTimes' | 'now' | 'log'> & {
  environment: Pick<Environment, 'chat'>
  content: Pick<ChatContent, 'talk' | 'heard' | 'prompt' | 'lang'>
  answers: () => TrainedAnswers
  studioAddress: string
  detailsProgram?: URL | string | undefined
  timeouts?: Partial<GatewayTimeouts> | undefined
}

export function openChat(options: ChatOptions): Chat {
  const { environment, content, studioAddress, readFreeTimes, now, log } = options
  const { prompt, lang } = content
  return {
    models: modelsOf(environment, options.timeouts),
    prompt,
    agent: lazy(() => createAgent(options.answers(), content)),
    readDetails: createDetailsReader({ studioAddress, lang }, options.detailsProgram, log),
    readFreeTimes,
    now,
    log,
  }
}

function modelsOf(
  { chat: { baseUrl, apiKey, models } }: Pick<Environment, 'chat'>,
  timeouts: Partial<GatewayTimeouts> = {},
): Chat['models'] {
  if (baseUrl === undefined || apiKey === undefined) return [builtIn]
  return models.map((model) => (model === builtIn ? builtIn : createGatewayModel({ baseUrl, apiKey, model, timeouts })))
}

/** The chat of a running site. `key` signs its replies. */
export type SiteChat = Chat & { key: string; openStreams: OpenStreams }

export async function openSiteChat({ database, limits }: Context, options: ChatOptions): Promise<SiteChat> {
  const key = await readSecret(database, 'chat-key')
  return { ...openChat(options), key, openStreams: createOpenStreams(limits.openStreams) }
}
