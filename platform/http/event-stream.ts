/** nginx and this server close connections after 60 s of silence. Other proxies have shorter timeouts. */
const heartbeatMs = 10_000

type Listeners = {
  /** Called when the client disconnects. */
  onGone: () => void
  onError: (error: unknown) => void
  onEnd: () => Promise<void>
}

/**
 * Streams server-sent events (HTML standard, 9.2). Regular comments keep servers from closing an idle connection.
 */
export function eventStream(events: AsyncGenerator<object, void>, { onGone, onError, onEnd }: Listeners): Response {
  const encoder = new TextEncoder()
  let heartbeat: NodeJS.Timeout | undefined
  let isGone = false
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        heartbeat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), heartbeatMs)
      },
      pull: async (controller) => {
        const event = await events.next().catch(onError)
        if (isGone) return
        if (event && !event.done) {
          controller.enqueue(encoder.encode(`data: ${JSON.stringify(event.value)}\n\n`))
          return
        }
        clearInterval(heartbeat)
        controller.close()
        await onEnd()
      },
      cancel: async () => {
        isGone = true
        clearInterval(heartbeat)
        onGone()
        await events.return().catch(onError)
        await onEnd()
      },
    },
    // Don't produce an event before the client is ready for it.
    { highWaterMark: 0 },
  )
  // X-Accel-Buffering keeps nginx from buffering small chunks.
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  }
  return new Response(body, { headers })
}
