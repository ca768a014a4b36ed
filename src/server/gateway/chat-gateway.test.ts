import { expect, test } from 'vitest'
import {
  answersStatus,
  dripsBytes,
  replies,
  type Script,
  saysNothing,
  stallsAfter,
} from '../../../tests/support/mock-gateway.ts'
import { startGateway } from '../../../tests/support/talk.ts'
import { createGatewayModel, ModelFailure } from './chat-gateway.ts'

const messages = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Hi' },
] as const

async function openModel(script: Script, timeouts = {}) {
  const gateway = await startGateway({ m: script })
  const model = createGatewayModel({ baseUrl: gateway.url, apiKey: 'sk-secret', model: 'm', timeouts })
  const read = async (signal = new AbortController().signal) => {
    const pieces: string[] = []
    for await (const piece of model.reply(messages, signal)) pieces.push(piece)
    return pieces
  }
  return { gateway, model, read }
}

test('a gateway is asked for a stream, with the key and the settings', async () => {
  const { gateway, read } = await openModel(replies('Hello there.'))
  expect(await read()).toEqual(['Hello ', 'there.'])
  const { url, headers, body } = gateway.requests[0] ?? {}
  expect(url).toBe('/v1/chat/completions')
  expect(headers).toMatchObject({ authorization: 'Bearer sk-secret', 'content-type': 'application/json' })
  expect(body).toEqual({
    model: 'm',
    messages,
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.7,
    max_tokens: 1000,
  })
})

test.each([400, 422])(
  'a gateway that answers %s to the question for its count is asked without it from then on',
  async (status) => {
    const { gateway, read } = await openModel(async (answer) => {
      if (gateway.requests.at(-1)?.body['stream_options'] !== undefined) return answersStatus(status)(answer, 1)
      await answer.say('Hello.')
      await answer.finish()
    })
    expect(await read()).toEqual(['Hello.'])
    expect(await read()).toEqual(['Hello.'])
    expect(gateway.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false])
  },
)

test('what gateways send beside the words is left out', async () => {
  const { read } = await openModel(async (answer) => {
    await answer.raw(': OPENROUTER PROCESSING\r\n\r\n')
    await answer.data({ choices: [{ delta: { role: 'assistant', content: '' } }] })
    await answer.data({ choices: [{ delta: { reasoning: 'Hmm, prices…', content: null } }] })
    await answer.piece('Hello.')
    await answer.data({ choices: [], usage: { total_tokens: 9 } })
    await answer.finish('length')
  })
  expect(await read()).toEqual(['Hello.'])
})

test('words are read whole, however their bytes are cut', async () => {
  const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\r\n\r\n`
  const stream = `${piece('Ünï ')}${piece('🪁🪁 ')}${piece('\r\n₹')}data: [DONE]\r\n\r\n`
  for (const size of [1, 3, 7]) {
    const { read } = await openModel(dripsBytes(stream, size))
    expect((await read()).join('')).toBe('Ünï 🪁🪁 \r\n₹')
  }
})

test('connections serve one reply after the other', async () => {
  const { gateway, read } = await openModel(replies('Hello.'))
  for (let i = 0; i < 8; i++) await read()
  // Two, since one is still being put away when the next request comes at once.
  expect(new Set(gateway.requests.map(({ port }) => port)).size).toBeLessThanOrEqual(2)
})

test('a reply that is over is not waited for any longer', async () => {
  const { read } = await openModel(async (answer) => {
    await answer.piece('Hello.')
    await answer.data({ choices: [{ delta: {}, finish_reason: 'stop' }] })
  })
  expect(await read()).toEqual(['Hello.'])
})

test('a drip keeps nobody waiting for ever', async () => {
  const { read } = await openModel(
    async (answer) => {
      while (!answer.isClosed) {
        await answer.piece('x ')
        await new Promise(setImmediate)
      }
    },
    { replyMs: 50 },
  )
  await expect(read()).rejects.toThrow('a reply without an end')
})

test('nothing said is no failure here: whoever asked decides', async () => {
  const { read } = await openModel(saysNothing())
  expect(await read()).toEqual([])
})

test('who stops reading closes the connection', async () => {
  const { gateway, model } = await openModel(stallsAfter('One two three'))
  for await (const _ of model.reply(messages, new AbortController().signal)) break
  expect(await gateway.requests[0]?.closed).toEqual({ finished: false })
})

test('who has gone asks nobody', async () => {
  const { gateway, read } = await openModel(replies('Hello.'))
  await expect(read(AbortSignal.abort())).rejects.toThrow('aborted')
  expect(gateway.requests).toEqual([])
})

test('an address that does not exist is a failure that names neither it nor the key', async () => {
  const baseUrl = 'http://user:sk-secret@nowhere.invalid/v1'
  for (const address of [baseUrl, 'http://nowhere.invalid/v1', 'http://127.0.0.1:1/v1']) {
    const model = createGatewayModel({ baseUrl: address, apiKey: 'sk-secret', model: 'm' })
    const error: unknown = await model
      .reply(messages, new AbortController().signal)
      [Symbol.asyncIterator]()
      .next()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ModelFailure)
    expect(String(error)).toMatch(/^ModelFailure: no connection/)
    expect(String(error)).not.toMatch(/sk-secret|nowhere/)
  }
})
