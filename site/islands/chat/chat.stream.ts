import type { ChatMessage } from '../../../server/leads/chat-message.ts'
import type { ChatAction } from './chat.state.ts'

/** A connection on which nothing came for so long, not even the server's sign of life, is taken for dead. */
const silenceMs = 40_000

/** @throws where the connection breaks, or is broken off by the signal */
export async function* askChat(
  messages: readonly ChatMessage[],
  visitor: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ChatAction> {
  const response = await Promise.race([
    fetch('/api/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages, visitor }),
      signal,
    }),
    silence(),
  ])
  if (response.ok && response.body) yield* readEvents(response.body)
  else {
    // A proxy's own error page has no sentence for the visitor.
    const { message }: Record<string, unknown> = Object(await response.json().catch(() => undefined))
    yield { type: 'refused', message: typeof message === 'string' ? message : undefined }
  }
}

/** Server-sent events (WHATWG HTML, section 9.2), as far as the chat uses them: one line of data each, JSON. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatAction> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), silence()])
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const event = line.startsWith('data:') && toAction(line.slice(5))
      if (event) yield event
    }
  }
}

function silence(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, silenceMs))
}

function toAction(json: string): ChatAction | undefined {
  const { type, text, outcome, details, proof }: Record<string, unknown> = Object(JSON.parse(json))
  if (type === 'text') return { type, text: `${text}`, proof, at: Date.now() }
  if (type === 'done') return { type, isApology: outcome === 'apology' }
  if (type === 'details') return { type, details }
  return undefined
}
