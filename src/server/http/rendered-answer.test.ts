import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { renderedAnswer } from './rendered-answer.ts'

const page = () => new Response('<p>words</p>', { status: 404, headers: { 'content-type': 'text/html', 'x-a': 'b' } })

test('a page is compressed for who takes it, and says what it is', async () => {
  const answer = renderedAnswer(page(), 'br, gzip')
  expect([answer.status, answer.statusText]).toEqual([404, 'Not Found'])
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-encoding': 'gzip',
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept, Accept-Encoding',
    'x-a': 'b',
  })
  expect(String(gunzipSync(await answer.arrayBuffer()))).toBe('<p>words</p>')
})

test('who takes no compression gets the page as it is', async () => {
  for (const takes of ['', 'identity', 'gzip;q=0']) {
    const answer = renderedAnswer(page(), takes)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(await answer.text()).toBe('<p>words</p>')
  }
})

test('what is no page, what has no body, and what is compressed already are left alone', async () => {
  const json = Response.json({ ok: true })
  expect(renderedAnswer(json, 'gzip')).toBe(json)
  const once = renderedAnswer(page(), 'gzip')
  expect(renderedAnswer(once, 'gzip')).toBe(once)
  const empty = renderedAnswer(new Response(null, { headers: { 'content-type': 'text/html' } }), 'gzip')
  expect([empty.body, empty.headers.get('content-encoding')]).toEqual([null, null])
})
