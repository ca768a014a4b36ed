import type { ChatAction } from './chat-state.ts'

/** Maximum time without data or a heartbeat. After that, the connection is treated as broken. */
const silenceMs = 40_000

/** Sends the chat and yields the reply. @throws if the connection breaks or `signal` aborts it */
export async function* streamReply(chat: object, signal: AbortSignal): AsyncGenerator<ChatAction> {
  const response = await Promise.race([
    fetch('/api/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(chat),
      signal,
    }),
    rejectAfterSilence(),
  ])
  if (response.ok && response.body) {
    yield* readEvents(response.body)
    return
  }
  // A proxy's error page has no message for the visitor.
  const { message }: Record<string, unknown> = Object(await response.json().catch(() => undefined))
  yield { type: 'refused', message: typeof message === 'string' ? message : undefined }
}

/** Reads server-sent events (WHATWG HTML, section 9.2) as the chat sends them: one line of JSON each. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChatAction> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let incompleteLine = ''
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), rejectAfterSilence()])
    if (done) return
    const lines = (incompleteLine + value).split('\n')
    incompleteLine = lines.pop() ?? ''
    for (const line of lines) {
      const event = line.startsWith('data:') && toAction(line.slice(5))
      if (event) yield event
    }
  }
}

function rejectAfterSilence(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, silenceMs))
}

function toAction(json: string): ChatAction | undefined {
  const { type, text, outcome, details, turn, proof }: Record<string, unknown> = Object(JSON.parse(json))
  if (type === 'text') return { type, text: `${text}`, proof, at: Date.now() }
  if (type === 'done') return { type, isApology: outcome === 'apology' }
  if (type === 'details') return { type, details }
  if (type === 'turn') return { type, turn, proof }
  return undefined
}
