import { setTimeout as pause } from 'node:timers/promises'
import type { Script } from './mock-gateway.ts'

/** The whole reply, word by word. */
export function replies(reply: string): Script {
  return async (answer) => {
    await answer.say(reply)
    await answer.finish()
  }
}

/** These words, then a broken connection. */
export function cutsAfter(words: string): Script {
  return async (answer) => {
    await answer.say(words)
    answer.cut()
  }
}

/** These words, then an orderly end of the stream without any sign that the reply is over. */
export function endsAfter(words: string): Script {
  return async (answer) => {
    await answer.say(words)
    answer.res.end()
  }
}

/** These words, then nothing, for as long as anybody waits. */
export function stallsAfter(words: string): Script {
  return async (answer) => {
    await answer.say(words)
  }
}

/** No word, not even a header. */
export function hangs(): Script {
  return () => undefined
}

/** Headers, comments and empty pieces, but no word. */
export function commentsOnly(): Script {
  return async (answer) => {
    await answer.data({ choices: [{ delta: { role: 'assistant', content: '' } }] })
    while (!answer.isClosed) {
      await answer.raw(': OPENROUTER PROCESSING\n\n')
      await answer.piece('')
      await pause(5)
    }
  }
}

/** @param body what comes with the status; HTML where it looks like it */
export function answersStatus(
  status: number,
  body = '{"error":{"message":"no"}}',
  headers: Record<string, string> = {},
) {
  const type = body.startsWith('<') ? 'text/html' : 'application/json'
  const script: Script = ({ res }) => void res.writeHead(status, { 'content-type': type, ...headers }).end(body)
  return script
}

/** These words, then an error in an event, as gateways do that have said 200 already. */
export function errsAfter(words: string): Script {
  return async (answer) => {
    await answer.say(words)
    await answer.data({ error: { code: 502, message: 'the provider is away; your key is sk-secret' } })
    await answer.raw('data: [DONE]\n\n')
    answer.res.end()
  }
}

/** These words, then a line that is no JSON. */
export function sendsBrokenLineAfter(words: string): Script {
  return async (answer) => {
    await answer.say(words)
    await answer.raw('data: {"choices":[{"delta":{"content":"An MV\n\n')
    await answer.finish()
  }
}

/** Ends in order, and says nothing. */
export function saysNothing(): Script {
  return async (answer) => {
    await answer.finish()
  }
}

/** The same words, again and again, without an end. */
export function floods(words: string): Script {
  return async (answer) => {
    while (!answer.isClosed) {
      await answer.piece(words)
      // The reader is in the same process, and would not get a turn before all buffers are full.
      await new Promise(setImmediate)
    }
  }
}

/** The bytes of a whole stream, a few at a time. */
export function dripsBytes(stream: string, size = 1): Script {
  return async (answer) => {
    const bytes = Buffer.from(stream)
    for (let i = 0; i < bytes.length; i += size) {
      await answer.raw(bytes.subarray(i, i + size))
      await new Promise(setImmediate)
    }
    answer.res.end()
  }
}

/** The reply at once, as gateways do that cannot stream. */
export function repliesWhole(content: string): Script {
  return answersStatus(
    200,
    JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }),
  )
}

/** Another script for each request; the last one stays. */
export function inTurn(...scripts: Script[]): Script {
  return (answer, asked) => scripts[Math.min(asked, scripts.length) - 1]?.(answer, asked)
}
