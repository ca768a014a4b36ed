import { describe, expect, test } from 'vitest'
import { parseJson } from '../../../platform/parse-json.ts'
import { answersStatus, floods, replies, type Script, startGateway } from '../../../tests/support/mock-gateway.ts'
import { createGatewayModel, ModelFailure, readEvents } from './gateway.ts'

const messages = [{ role: 'user', content: 'Hi' }] as const

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = []
  for await (const piece of pieces) read.push(piece)
  return read
}

async function openModel(script: Script, timeouts = {}) {
  const gateway = await startGateway({ m: script })
  const model = createGatewayModel({ baseUrl: gateway.url, apiKey: 'sk-secret', model: 'm', timeouts })
  const read = () => all(model.reply(messages, new AbortController().signal))
  return { gateway, read }
}

test.each([400, 422])('stops asking for the token count once a gateway answers %s to it', async (status) => {
  const { gateway, read } = await openModel((answer, count) =>
    (count === 1 ? answersStatus(status) : replies('Hello.'))(answer, count),
  )
  expect(await read()).toEqual(['Hello.'])
  expect(await read()).toEqual(['Hello.'])
  expect(gateway.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false])
})

test('uses a connection for one reply after the other', async () => {
  const { gateway, read } = await openModel(replies('Hello.'))
  for (let i = 0; i < 8; i++) await read()
  // Allow two: the next request can start before the first connection is back in the pool.
  expect(new Set(gateway.requests.map(({ port }) => port)).size).toBeLessThanOrEqual(2)
})

test('gives up a reply that never ends, or isn’t UTF-8', async () => {
  const endless = await openModel(floods('x '), { replyMs: 50 })
  await expect(endless.read()).rejects.toThrow('an endless reply')
  const broken = await openModel(({ res }) => res.writeHead(200).end(Buffer.from([0xff])))
  await expect(broken.read()).rejects.toThrow('broken UTF-8')
})

test.each(['http://user:sk-secret@nowhere.invalid/v1', 'http://nowhere.invalid/v1', 'http://127.0.0.1:1/v1'])(
  'fails without naming address or key if nothing is at %s',
  async (baseUrl) => {
    const model = createGatewayModel({ baseUrl, apiKey: 'sk-secret', model: 'm' })
    const reading = all(model.reply(messages, new AbortController().signal))
    const error: unknown = await reading.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ModelFailure)
    expect(String(error)).toMatch(/^ModelFailure: no connection/)
    expect(String(error)).not.toMatch(/sk-secret|nowhere/)
  },
)

describe('a stream of events', () => {
  async function read(stream: string, size = 1): Promise<unknown[]> {
    const bytes = new TextEncoder().encode(stream)
    async function* chunks() {
      for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
    }
    return await all(readEvents<unknown>(chunks(), parseJson))
  }

  test.each(['\n', '\r', '\r\n'])('is read wherever its bytes are cut, with lines that end with %j', async (end) => {
    const stream = `: a comment\n\ndata: {"a":"ünï 🪁 \\n"}\n\ndata:2\n\nid: 7\nretry: 3\nevent: x\ndata: [3]\n\ndata: {"b":\ndata: 1}\n\n`
    for (const size of [1, 2, 3, 5, 1_000])
      expect(await read(stream.replaceAll('\n', end), size)).toEqual([{ a: 'ünï 🪁 \n' }, 2, [3], { b: 1 }])
  })

  test('may lack the blank lines between its events, or hold nothing', async () => {
    expect(await read('data: 1\ndata: 2\n')).toEqual([1, 2])
    expect(await read('data: 1\n\ndata: 2')).toEqual([1, 2])
    expect(await read('\uFEFF: OPENROUTER PROCESSING\n\n:\n\ndata\n\ndata:\n\nevent: ping\n\ndata: 1\n\n')).toEqual([1])
    expect(await read('data: "a\u2028b\u0085c"\n\n')).toEqual(['a\u2028b\u0085c'])
  })
})
