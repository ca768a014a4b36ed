import { expect, onTestFinished, test } from 'vitest'
import { inTurn, mvpNext, mvpReply, mvpSays, replies, type Script, stallsAfter } from './support/mock-gateway.ts'
import { type RunningSite, startSite } from './support/start-site.ts'
import { readReply, startGateway } from './support/talk.ts'

const whole = mvpReply

function ask({ url }: RunningSite, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'What does an MVP cost?' }] })
  return fetch(`${url}/api/chat`, { method: 'POST', headers, body, ...init })
}

/** A reply whose second sentence comes when the test says so. */
function inTwoParts() {
  const second = Promise.withResolvers<void>()
  const script: Script = async (answer) => {
    await answer.say(`${mvpSays[0]} A price `)
    await second.promise
    await answer.say(`${mvpSays[1].slice('A price '.length)} ${mvpNext}`)
    await answer.finish()
  }
  return { script, goOn: second.resolve }
}

test('the built server streams replies, to many at once, and stops with those that can be finished', async () => {
  const [first, last] = [inTwoParts(), inTwoParts()]
  const stalled = stallsAfter(`${mvpSays[0]} The`)
  const crowd = 20
  const scripts = [first.script, stalled, ...Array(crowd).fill(replies(whole)), last.script, stalled]
  const gateway = await startGateway({ m: inTurn(...scripts) })
  const site = await startSite({ CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: 'm' })
  onTestFinished(async () => {
    await site.stop()
  })

  // Each sentence is handed on as soon as it is whole.
  const response = await ask(site)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  while (!read.includes('$2,999,')) read += (await reader?.read())?.value ?? ''
  expect(read).not.toContain('its scope')
  first.goOn()
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) break
    read += value
  }
  expect(read).toMatch(/its scope.*"done","outcome":"answered"\}\n\n$/s)

  // The work for a client that leaves is ended.
  const leaving = new AbortController()
  const left = await ask(site, { signal: leaving.signal })
  await left.body?.getReader().read()
  await gateway.waitFor(2)
  leaving.abort()
  expect(await gateway.requests[1]?.closed).toEqual({ finished: false })

  const talks = await Promise.all(Array.from({ length: crowd }, async () => readReply(await ask(site))))
  expect(new Set(talks.map(({ text }) => text))).toEqual(new Set([whole]))

  // A server that is told to stop lets a reply finish, and waits for none that does not.
  const reading = readReply(await ask(site))
  await gateway.waitFor(crowd + 3)
  const cut = ask(site).then((reply) => reply.text())
  await gateway.waitFor(crowd + 4)
  const wasCut = expect(cut).rejects.toThrow()
  const ended = site.end()
  last.goOn()
  expect(await reading).toMatchObject({ text: whole, outcome: 'answered' })
  expect(await ended).toBe(0)
  await wasCut
})
