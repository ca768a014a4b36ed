import { describe, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import {
  answersStatus,
  cutsAfter,
  fallback,
  floods,
  hangs,
  inTurn,
  mvpReply,
  openChat,
  mvpPlan as plan,
  primary,
  replies,
  repliesWhole,
  type Script,
  says,
  stallsAfter,
} from '../../tests/support/mock-gateway.ts'

const question = 'What does an MVP cost?'
const partly = plan.slice(0, 20)
const apology = /^I apologize, but I'm having trouble connecting right now\..* hello@kitewright\.example 🤖$/

const errsAfter = (words: string) =>
  says(words, async ({ data, end }) => {
    await data({ error: { code: 502, message: 'the provider is away; your key is sk-secret' } })
    await end()
  })
const sendsBrokenLineAfter = (words: string) =>
  says(words, async ({ raw, finish }) => {
    await raw('data: {"choices":[{"delta":{"content":"An MV\n\n')
    await finish()
  })

const failures: Record<string, Script> = {
  'answers 500': answersStatus(500),
  'answers 401 with a page': answersStatus(401, '<h1>no</h1>'),
  'answers 200 with a page': answersStatus(200, '<!doctype html><p>Welcome to the captive portal</p>'),
  'answers 200 with an error': answersStatus(200, '{"error":{"message":"overloaded"}}'),
  'answers 204': ({ res }) => res.writeHead(204).end(),
  'drops the connection': ({ res }) => res.destroy(),
  'sends an error event': errsAfter(''),
  'sends broken JSON': sendsBrokenLineAfter(''),
  'says nothing': replies(''),
  'sends only white space': replies(' \n '),
  'is cut off': cutsAfter(partly),
  'is cut off after a whole plan': cutsAfter(plan),
  'ends without saying so': says(partly, ({ res }) => res.end()),
  'sends an error event after some words': errsAfter(partly),
  'sends broken JSON after some words': sendsBrokenLineAfter(partly),
  'is filtered': says(partly, ({ finish }) => finish('content_filter')),
}

describe('when the first model fails', () => {
  test('the next one answers, and the visitor notices nothing', async () => {
    const { ask, gateway } = await openChat([inTurn(...Object.values(failures)), replies(plan)])
    for (const failure of Object.keys(failures))
      expect(await ask(question), failure).toMatchObject({ status: 200, text: mvpReply, outcome: 'answered' })
    expect(gateway.asked()).toEqual(Object.keys(failures).flatMap(() => [primary, fallback]))
  })

  test('by stalling, the next one answers, also without streaming', async () => {
    const silent = [hangs, floods(''), stallsAfter(partly)]
    const lines: string[] = []
    const log = createLog({ write: (line) => void lines.push(line) })
    const timeouts = { firstTokenMs: 1_500, stallMs: 1_500 }
    const { ask } = await openChat([inTurn(...silent), repliesWhole(plan)], { timeouts, log })
    for (const { text } of await Promise.all(silent.map(() => ask(question)))) expect(text).toBe(mvpReply)
    // A fast machine receives 2 MB of comments before the timeout.
    expect(lines.filter((line) => /no first token|a stall|an endless reply/.test(line))).toHaveLength(3)
  })

  test('the built-in agent answers if it’s last in the list', async () => {
    const { ask } = await openChat([answersStatus(500)], { variables: { CHAT_MODELS: `${primary},built-in` } })
    expect(await ask(question)).toMatchObject({ text: expect.stringContaining('$2,999'), outcome: 'answered' })
  })
})

describe('when every model fails', () => {
  test('the visitor reads the apology, and neither the key nor the gateway’s own words', async () => {
    const { ask } = await openChat([errsAfter(plan), answersStatus(401, '{"error":"wrong key sk-secret"}')])
    const { raw, headers, ...reply } = await ask('Hello')
    expect(reply).toMatchObject({ outcome: 'apology', text: expect.stringMatching(apology) })
    expect(raw + JSON.stringify([...headers])).not.toMatch(/sk-secret|provider|vendor/)
  })

  test('and the last one says nothing, the visitor sees that the request failed', async () => {
    const { ask } = await openChat([answersStatus(503), replies('')])
    expect(await ask('Hello')).toMatchObject({ text: "Sorry, I couldn't process your request.", outcome: 'empty' })
  })
})

test('doesn’t follow redirects, which would send the key and the chat elsewhere', async () => {
  const elsewhere = await openChat([replies(plan)])
  const location = `${elsewhere.gateway.url}/chat/completions`
  const { ask } = await openChat([answersStatus(307, '', { location }), answersStatus(308, '', { location })])
  expect((await ask('Hello')).outcome).toBe('apology')
  expect(elsewhere.gateway.requests).toEqual([])
})

test('cuts off a model that never stops, and shows the built-in agent’s reply', async () => {
  const { ask, gateway } = await openChat([floods('I can tell you what I know. ')])
  const reply = await ask('Hello')
  expect(reply).toMatchObject({ outcome: 'answered', turn: { facts: ['hello.1'] } })
  expect(reply.text).not.toContain('what I know')
  expect(await gateway.requests[0]?.closed).toEqual({ finished: false })
})

test('people in trouble get the built-in agent’s answer at once, and no model reads of it', async () => {
  const { ask, gateway } = await openChat([replies(plan)])
  expect((await ask('I want to kill myself')).text).toContain('crisis line')
  expect(gateway.requests).toEqual([])
})
