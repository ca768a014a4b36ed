import { text } from 'node:stream/consumers'
import { ReadableStream, TextDecoderStream } from 'node:stream/web'
import { z } from 'zod'
import { parseJson } from '../../../platform/parse-json.ts'

export type PromptMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type ChatModel = {
  name: string
  /** @param onUsage gets the total tokens of prompt and reply, if the gateway reports them @throws ModelFailure */
  reply: (
    messages: readonly PromptMessage[],
    signal: AbortSignal,
    onUsage?: (tokens: number) => void,
  ) => AsyncIterable<string>
}

export class ModelFailure extends Error {
  override name = 'ModelFailure'
}

type GatewayOptions = {
  baseUrl: string
  apiKey: string
  model: string
  timeouts?: Partial<GatewayTimeouts>
}

export type GatewayTimeouts = { firstTokenMs: number; stallMs: number; replyMs: number }

/** Maximum tokens in a reply. They're reserved before the call. */
export const maxReplyTokens = 1_000
const replySettings = { temperature: 0.7, max_tokens: maxReplyTokens } as const
const usageOption = { stream_options: { include_usage: true } } as const
/** Responses of gateways that don't support the usage option. */
const unsupportedStatuses = [400, 422]

const defaultTimeouts: GatewayTimeouts = { firstTokenMs: 8_000, stallMs: 10_000, replyMs: 120_000 }
/** Time to keep reading after the last chunk, so the response can end and its connection can be reused. */
const drainMs = 250
/** Maximum response size. Far exceeds `maxReplyTokens` with the overhead of their events. */
const maxBytes = 2 * 1024 * 1024

const completionSchema = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        message: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ total_tokens: z.int().nonnegative() }).nullish().catch(undefined),
})

type Chunk = { text: string; isLast: boolean; tokens?: number | undefined }

/** Creates a model behind an OpenAI-compatible gateway. Doesn't quote its errors, which could leak the chat or key. */
export function createGatewayModel(options: GatewayOptions): ChatModel {
  const gateway = { ...options, reportsUsage: true }
  return { name: options.model, reply: (...request) => streamReply(gateway, ...request) }
}

type Gateway = GatewayOptions & { reportsUsage: boolean }

async function* streamReply(
  gateway: Gateway,
  messages: readonly PromptMessage[],
  signal: AbortSignal,
  onUsage: (tokens: number) => void = () => undefined,
): AsyncGenerator<string> {
  const timeouts = { ...defaultTimeouts, ...gateway.timeouts }
  signal.throwIfAborted()
  const deadline = createDeadline(timeouts.replyMs)
  let isFinished = false
  let isDrained = false
  let usedTokens = 0
  try {
    deadline.expectWithin(timeouts.firstTokenMs, 'no first token')
    const response = await requestCompletion(messages, AbortSignal.any([signal, deadline.signal]), gateway)
    if (response.status !== 200) {
      onUsage(0)
      throw new ModelFailure(`status ${response.status}`)
    }
    for await (const { text, isLast, tokens = 0 } of chunksOf(response)) {
      // Some gateways report usage during the reply. Only the last count is the total.
      if (isFinished || isLast) usedTokens = Math.max(usedTokens, tokens)
      if (isFinished) continue
      if (/\S/.test(text)) deadline.expectWithin(timeouts.stallMs, 'a stall')
      if (text !== '') yield text
      if (!isLast) continue
      isFinished = true
      deadline.expectWithin(drainMs, 'no end after the last chunk')
    }
    if (!isFinished) throw new ModelFailure('a reply that was cut off')
    isDrained = true
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!isFinished) throw toModelFailure(error)
  } finally {
    if (usedTokens > 0) onUsage(usedTokens)
    deadline.end()
    if (!isDrained) deadline.abort()
  }
}

/** Requests a completion. Retries without the usage option if the gateway might not support it. */
async function requestCompletion(
  messages: readonly PromptMessage[],
  signal: AbortSignal,
  gateway: Gateway,
): Promise<Response> {
  const first = await postCompletion(messages, signal, gateway)
  if (!(gateway.reportsUsage && unsupportedStatuses.includes(first.status))) return first
  await first.body?.cancel()
  const second = await postCompletion(messages, signal, { ...gateway, reportsUsage: false })
  if (second.status === 200) gateway.reportsUsage = false
  return second
}

async function postCompletion(
  messages: readonly PromptMessage[],
  signal: AbortSignal,
  gateway: Gateway,
): Promise<Response> {
  return await fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.apiKey}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      // Compression in a proxy would delay the stream.
      'accept-encoding': 'identity',
    },
    body: JSON.stringify({
      model: gateway.model,
      messages,
      stream: true,
      ...replySettings,
      ...(gateway.reportsUsage && usageOption),
    }),
    // A redirect would send the key and the chat elsewhere.
    redirect: 'manual',
    signal,
  })
}

async function* chunksOf(response: Response): AsyncGenerator<Chunk> {
  if (response.body === null) throw new ModelFailure('no body')
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const bytes = limitBytes(response.body)
  // Some gateways don't stream and respond with JSON.
  if (type === 'application/json') yield { ...toChunk(parseJson(await text(bytes))), isLast: true }
  // Some gateways send the wrong type or none. Anything but an event stream then fails at its first line.
  else if (['text/event-stream', 'text/plain', ''].includes(type)) yield* readEvents(bytes, readChunk)
  else throw new ModelFailure('an unexpected content type')
}

async function* limitBytes(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of body) {
    total += chunk.length
    if (total > maxBytes) throw new ModelFailure('an endless reply')
    yield chunk
  }
}

function readChunk(data: string, event: string): Chunk | undefined {
  if (data.trim() === '[DONE]') return { text: '', isLast: true }
  const value = parseJson(data)
  if (value === undefined) return undefined
  if (event === 'error') throw new ModelFailure('an error event')
  return toChunk(value)
}

function toChunk(value: unknown): Chunk {
  const { success, data } = completionSchema.safeParse(value)
  if (!success) throw new ModelFailure('unreadable data')
  if (data.error !== undefined && data.error !== null) throw new ModelFailure('an error event')
  const choice = data.choices?.[0]
  const finishReason = choice?.finish_reason ?? ''
  if (finishReason === 'content_filter' || finishReason === 'error')
    throw new ModelFailure(`a reply that ended with ${finishReason}`)
  const text = choice?.delta?.content ?? choice?.message?.content ?? ''
  return { text, isLast: finishReason !== '', tokens: data.usage?.total_tokens }
}

/** Keeps only a connection error's code: its message could contain the URL with the key. */
function toModelFailure(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error
  if ('code' in error) return new ModelFailure('broken UTF-8')
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new ModelFailure(error.message === 'terminated' ? 'a reply that was cut off' : `no connection${code}`)
}

function createDeadline(totalMs: number) {
  const controller = new AbortController()
  const fail = (reason: string) => controller.abort(new ModelFailure(reason))
  const totalTimer = setTimeout(fail, totalMs, 'an endless reply')
  let nextTimer: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
    expectWithin(ms: number, failure: string): void {
      clearTimeout(nextTimer)
      nextTimer = setTimeout(fail, ms, failure)
    },
    end(): void {
      clearTimeout(totalTimer)
      clearTimeout(nextTimer)
    },
    abort: () => controller.abort(),
  }
}

const maxLineCharacters = 64 * 1024
const ignoredFields = ['event', 'id', 'retry']

/** Yields data as soon as it parses: some gateways leave out the blank line that ends an event (WHATWG HTML, 9.2). */
export async function* readEvents<T>(
  chunks: AsyncIterable<Uint8Array>,
  read: (data: string, event: string) => T | undefined,
): AsyncGenerator<T> {
  let data = ''
  let event = ''
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      if (data !== '') throw new ModelFailure('unreadable data')
      event = ''
      continue
    }
    const [field = '', ...rest] = line.split(':')
    const value = rest.join(':').replace(/^ /, '')
    if (field === 'event') event = value
    if (field === 'data') {
      data = data === '' ? value : `${data}\n${value}`
      const parsed = read(data, event)
      if (parsed === undefined) continue
      data = ''
      yield parsed
    } else if (field !== '' && !ignoredFields.includes(field)) throw new ModelFailure('an invalid line')
  }
}

/** Splits bytes into lines. The last line is empty, which ends the last event. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let partial = ''
  for await (const text of ReadableStream.from(chunks).pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))) {
    // A "\r" at the end can be the first half of a line break.
    const lines = (partial + text).split(/\r\n|\n|\r(?=.)/s)
    partial = lines.pop() ?? ''
    yield* lines
    if (partial.length > maxLineCharacters) throw new ModelFailure('an endless line')
  }
  yield* [partial.replace(/\r$/, ''), '']
}
