import { describe, expect, test } from 'vitest'
import {
  answersStatus,
  commentsOnly,
  cutsAfter,
  endsAfter,
  errsAfter,
  floods,
  hangs,
  inTurn,
  mvpNext,
  mvpSays,
  replies,
  repliesWhole,
  type Script,
  saysNothing,
  sendsBrokenLineAfter,
  stallsAfter,
  mvpReply as whole,
} from '../../../tests/support/mock-gateway.ts'
import { fallback, openTalk, primary } from '../../../tests/support/talk.ts'

const [first, second] = mvpSays
const partly = `${first} A price with “fr`
const apology = /^I apologize, but I'm having trouble connecting right now\..* hello@kitewright\.example 🤖$/

const beforeTheFirstWord: [string, Script][] = [
  ['answers 500', answersStatus(500)],
  ['answers 429', answersStatus(429)],
  ['answers 401 with a page', answersStatus(401, '<h1>no</h1>')],
  ['answers 200 with a page', answersStatus(200, '<!doctype html><p>Welcome to the captive portal</p>')],
  ['answers 200 with an error', answersStatus(200, '{"error":{"message":"overloaded"}}')],
  ['answers 204', ({ res }) => void res.writeHead(204).end()],
  ['redirects', answersStatus(307, '', { location: 'http://127.0.0.1:1/' })],
  ['drops the connection', (answer) => answer.cut()],
  ['sends no header', hangs()],
  ['sends comments and empty pieces alone', commentsOnly()],
  ['sends an error event first', errsAfter('')],
  ['sends a broken line first', sendsBrokenLineAfter('')],
  ['sends a line that is no field', (answer) => answer.raw('<html>\n\n')],
  ['says nothing', saysNothing()],
  ['says white space alone', replies(' \n ')],
  ['ends without a word and without an end', endsAfter('')],
]

const inTheMiddle: [string, Script][] = [
  ['is cut', cutsAfter(partly)],
  ['ends without saying so', endsAfter(partly)],
  ['stalls', stallsAfter(partly)],
  ['sends an error event', errsAfter(partly)],
  ['sends a broken line', sendsBrokenLineAfter(partly)],
  [
    'is filtered',
    async (answer) => {
      await answer.say(partly)
      await answer.finish('content_filter')
    },
  ],
]

describe('the next model answers in silence where the first one', () => {
  test.each(beforeTheFirstWord)('%s', async (_, script) => {
    const { ask, gateway } = await openTalk([script, replies(whole)])
    const reply = await ask('What does an MVP cost?')
    expect(reply).toMatchObject({ status: 200, text: whole, outcome: 'answered' })
    expect(gateway.asked()).toEqual([primary, fallback])
  })

  test('cannot be reached', async () => {
    const { ask } = await openTalk([replies(whole)], {
      variables: { CHAT_BASE_URL: 'http://127.0.0.1:1/v1', CHAT_MODELS: `${primary},built-in` },
    })
    expect(await ask('What does an MVP cost?')).toMatchObject({ outcome: 'answered' })
  })
})

describe('a reply goes on from its last whole sentence, without a visible break, where the stream', () => {
  test.each(inTheMiddle)('%s', async (_, script) => {
    const { ask, gateway } = await openTalk([script, replies(whole)])
    const reply = await ask('What does an MVP cost?')
    expect(reply).toMatchObject({ text: whole, outcome: 'answered' })
    const sent = gateway.requests[1]?.body.messages ?? []
    expect(sent.at(-2)).toEqual({ role: 'assistant', content: first })
    expect(sent.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining('Choose what is missing') })
  })
})

test('a model that goes on with what was missing alone completes the reply', async () => {
  const rest = `${second} ${mvpNext}`
  const { ask } = await openTalk([cutsAfter(partly), replies(rest)])
  expect((await ask('What does an MVP cost?')).text).toBe(`${first} ${rest}`)
})

describe('where every model fails', () => {
  test('the visitor reads the specified apology', async () => {
    const { ask, gateway } = await openTalk([answersStatus(500), hangs()])
    const reply = await ask('Hello')
    expect(reply.outcome).toBe('apology')
    expect(reply.text).toMatch(apology)
    expect(gateway.asked()).toEqual([primary, fallback])
  })

  test('after a part of a reply, the apology stands on a line of its own', async () => {
    const { ask } = await openTalk([cutsAfter(partly), errsAfter('')])
    const [shown, sorry] = (await ask('What does an MVP cost?')).text.split('\n')
    expect(shown).toBe(first)
    expect(sorry).toMatch(apology)
  })

  test('and the last one says nothing, the visitor reads the specified sentence', async () => {
    const { ask } = await openTalk([answersStatus(503), saysNothing()])
    expect(await ask('Hello')).toMatchObject({ text: "Sorry, I couldn't process your request.", outcome: 'empty' })
  })

  test('neither the key nor what the gateway says reaches the visitor', async () => {
    const { ask, gateway } = await openTalk([errsAfter(''), answersStatus(401, '{"error":"wrong key sk-secret"}')])
    const reply = await ask('Hello')
    expect(gateway.requests[0]?.headers.authorization).toBe('Bearer sk-secret')
    expect(reply.raw + JSON.stringify([...reply.headers])).not.toMatch(/sk-secret|provider|vendor/)
  })
})

test('a redirect is not followed: the key and the talk stay here', async () => {
  const elsewhere = await openTalk([replies(whole)])
  const location = `${elsewhere.gateway.url}/chat/completions`
  const { ask } = await openTalk([answersStatus(307, '', { location }), answersStatus(308, '', { location })])
  expect((await ask('Hello')).outcome).toBe('apology')
  expect(elsewhere.gateway.requests).toEqual([])
})

test('a gateway that does not stream is read as well', async () => {
  const { ask } = await openTalk([repliesWhole(whole)])
  expect(await ask('What does an MVP cost?')).toMatchObject({ text: whole, outcome: 'answered' })
})

test('the built-in agent can stand last', async () => {
  const { ask } = await openTalk([answersStatus(500)], { variables: { CHAT_MODELS: `${primary},built-in` } })
  const reply = await ask('What does an MVP cost?')
  expect(reply.text).toContain('$2,999')
  expect(reply.outcome).toBe('answered')
})

test('a flood is cut off, and its form kept', async () => {
  const { ask, gateway } = await openTalk([floods('I can tell you what I know. ')])
  const reply = await ask('Hello')
  expect(reply.outcome).toBe('answered')
  expect(reply.text.length).toBeLessThan(600)
  expect(await gateway.requests[0]?.closed).toEqual({ finished: false })
})

test('a line without an end is a failure', async () => {
  const { ask } = await openTalk([
    async (answer) => {
      while (!answer.isClosed) await answer.raw('x'.repeat(10_000))
    },
    replies(whole),
  ])
  expect((await ask('What does an MVP cost?')).text).toBe(whole)
})

test('a talk goes on with the first model as soon as it is back', async () => {
  const { ask, gateway } = await openTalk([inTurn(answersStatus(500), replies(whole)), replies(whole)])
  await ask('One')
  await ask('Two')
  expect(gateway.asked()).toEqual([primary, fallback, primary])
})
