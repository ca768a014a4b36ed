import { expect, onTestFinished, test } from 'vitest'
import { inTurn, replies, stallsAfter } from './support/gateway-scripts.ts'
import type { Script } from './support/mock-gateway.ts'
import { type RunningSite, startSite } from './support/start-site.ts'
import { readReply, startGateway } from './support/talk.ts'

const whole = 'An MVP starts from $2,999. The first consultation is free. What should it do first?'

async function start(script: Script) {
  const gateway = await startGateway({ m: script })
  const site = await startSite({ CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: 'm' })
  onTestFinished(async () => {
    await site.stop()
  })
  return { site, gateway }
}

function ask({ url }: RunningSite, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'What does an MVP cost?' }] })
  return fetch(`${url}/api/chat`, { method: 'POST', headers, body, ...init })
}

/** A reply whose second sentence comes when the test says so. */
function inTwoParts() {
  const second = Promise.withResolvers<void>()
  const script: Script = async (answer) => {
    await answer.say('An MVP starts from $2,999. The ')
    await second.promise
    await answer.say('first consultation is free. What should it do first?')
    await answer.finish()
  }
  return { script, goOn: second.resolve }
}

test('the built server hands each sentence on as soon as it is whole, and ends the work for a client that leaves', async () => {
  const { script, goOn } = inTwoParts()
  const { site, gateway } = await start(inTurn(script, stallsAfter('An MVP starts from $2,999. The')))
  const response = await ask(site)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  while (!read.includes('$2,999.')) read += (await reader?.read())?.value ?? ''
  expect(read).not.toContain('consultation')
  goOn()
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) break
    read += value
  }
  expect(read).toMatch(/"The first|consultation is free.*"done","outcome":"answered"\}\n\n$/s)

  const leaving = new AbortController()
  const left = await ask(site, { signal: leaving.signal })
  await left.body?.getReader().read()
  await gateway.waitFor(2)
  leaving.abort()
  expect(await gateway.requests[1]?.closed).toEqual({ finished: false })
})

test('talks at once all come to their end', async () => {
  const { site } = await start(replies(whole))
  const talks = await Promise.all(Array.from({ length: 30 }, async () => readReply(await ask(site))))
  expect(new Set(talks.map(({ text }) => text))).toEqual(new Set([whole]))
})

test('a server that is told to stop lets a reply finish, and waits for none that does not', async () => {
  const { script, goOn } = inTwoParts()
  const { site, gateway } = await start(script)
  const reading = readReply(await ask(site))
  await gateway.waitFor(1)
  const ended = site.end()
  goOn()
  expect(await reading).toMatchObject({ text: whole, outcome: 'answered' })
  expect(await ended).toBe(0)

  const stalled = await start(stallsAfter('An MVP starts from $2,999. The'))
  const cut = ask(stalled.site).then((response) => response.text())
  await stalled.gateway.waitFor(1)
  const wasCut = expect(cut).rejects.toThrow()
  expect(await stalled.site.end()).toBe(0)
  await wasCut
})
