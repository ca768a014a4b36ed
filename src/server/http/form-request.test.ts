import { expect, test } from 'vitest'
import { type FormRequest, readFormRequest } from './form-request.ts'

const siteUrl = 'https://studio.example'

function post(body: BodyInit, headers: Record<string, string>): Request {
  const init = { method: 'POST', body, headers, duplex: 'half' }
  return new Request('http://inner:4321/api/contact', init)
}

async function read(request: Request): Promise<FormRequest | number> {
  return readFormRequest(request, siteUrl, 1024).catch((error: { status: number }) => error.status)
}

test('JSON and both kinds of form posts give their fields', async () => {
  const fields = { name: 'Zoë', email: 'z@b.example' }
  const multipart = new FormData()
  multipart.set('name', 'Zoë')
  multipart.set('email', 'z@b.example')
  expect(await read(post(JSON.stringify(fields), { 'content-type': 'application/json' }))).toEqual({
    answerAs: 'json',
    fields,
  })
  expect(await read(new Request('http://x/', { method: 'POST', body: new URLSearchParams(fields) }))).toEqual({
    answerAs: 'page',
    fields,
  })
  expect(await read(new Request('http://x/', { method: 'POST', body: multipart }))).toEqual({
    answerAs: 'page',
    fields,
  })
})

test('the address that was posted to and SITE_URL are own origins; any other is foreign', async () => {
  const json = { 'content-type': 'application/json', host: 'inner:4321' }
  expect(await read(post('{}', { ...json, origin: 'http://inner:4321' }))).toMatchObject({ fields: {} })
  expect(await read(post('{}', { ...json, origin: 'https://inner:4321' }))).toMatchObject({ fields: {} })
  expect(await read(post('{}', { ...json, origin: siteUrl }))).toMatchObject({ fields: {} })
  for (const origin of ['https://evil.example', 'null', 'http://studio.example', 'nonsense']) {
    expect(await read(post('{}', { ...json, origin }))).toBe(403)
  }
})

test('other types, broken bodies and bodies past the limit have their own status', async () => {
  const json = { 'content-type': 'application/json' }
  expect(await read(post('a=b', { 'content-type': 'text/plain' }))).toBe(415)
  for (const broken of ['{', '[]', 'null', '"text"', new Uint8Array([0x22, 0xff, 0x22])])
    expect(await read(post(broken, json))).toBe(400)
  expect(await read(post(`"${'x'.repeat(1024)}"`, json))).toBe(413)
})

test('a body without a length is read no further than the limit', async () => {
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 512
      controller.enqueue(new Uint8Array(512))
    },
  })
  expect(await read(post(endless, { 'content-type': 'application/json' }))).toBe(413)
  expect(pulled).toBeLessThan(8 * 1024)
})

test('a body of more parts than any form has is not read', async () => {
  const status = (body: string, type: string) =>
    readFormRequest(post(body, { 'content-type': type }), siteUrl, 400_000).catch((error: Error) => error.message)
  const many = 'That has more parts than any form here.'
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
  for (const [body, type] of [
    ['['.repeat(190_000) + ']'.repeat(190_000), 'application/json'],
    [`{${Array.from({ length: 30_000 }, (_, i) => `"${i}":1`).join()}}`, 'application/json'],
    ['a=&'.repeat(80_000), 'application/x-www-form-urlencoded'],
    [`${part.repeat(4_000)}--b--\r\n`, 'multipart/form-data; boundary=b'],
    [`--b\r\n${'a: b\r\n'.repeat(40_000)}\r\n--b--\r\n`, 'multipart/form-data; boundary=b'],
  ] as const) {
    expect(await status(body, type), body.slice(0, 9)).toBe(many)
  }
  const text = '[{,"\\'.repeat(20_000)
  expect(await status(JSON.stringify({ text }), 'application/json')).toMatchObject({ fields: { text } })
})
