import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { accepts, openStaticFiles } from './static-files.ts'

const dist = mkdtempSync(join(tmpdir(), 'kitewright-dist-'))
afterAll(() => rmSync(dist, { recursive: true }))

const page = { path: '/', file: 'index.html', type: 'text/html; charset=utf-8', etag: 'abc', immutable: false }
const policy = "default-src 'none'; style-src 'sha256-x'"
mkdirSync(join(dist, 'client'))
writeFileSync(join(dist, 'client', 'index.html'), 'plain')
writeFileSync(join(dist, 'client', 'index.html.br'), 'br')
writeFileSync(join(dist, 'static.json'), JSON.stringify([{ ...page, encodings: ['br'], policy }]))
const files = openStaticFiles(dist, ['Content-Security-Policy', 'strictest', 'X-Content-Type-Options', 'nosniff'])

function headerOf(headers: string[] | undefined, name: string) {
  const at = headers?.indexOf(name) ?? -1
  return at === -1 ? undefined : headers?.[at + 1]
}

test('the best encoding that the browser takes is sent, with a validator of its own', () => {
  expect(String(files.find('/', 'gzip, br')?.body)).toBe('br')
  expect(files.find('/', 'gzip, br')?.etag).toBe('"abc-br"')
  expect(String(files.find('/', '')?.body)).toBe('plain')
  expect(files.find('/', '')?.etag).toBe('"abc"')
})

test('a page keeps its own policy, and gets every other header', () => {
  const headers = files.find('/', '')?.headers
  expect(headerOf(headers, 'Content-Security-Policy')).toBe(policy)
  expect(headerOf(headers, 'X-Content-Type-Options')).toBe('nosniff')
  expect(headers?.filter((name) => name === 'Content-Security-Policy')).toHaveLength(1)
})

test('what the build did not make is not found, whatever lies on the disk', () => {
  expect(files.find('/index.html', '')).toBeUndefined()
  expect(files.find('/../static.json', '')).toBeUndefined()
})

test('an encoding is taken where its weight is above zero', () => {
  expect(accepts('gzip, deflate, br;q=0.5', 'br')).toBe(true)
  expect(accepts('gzip, BR', 'br')).toBe(true)
  expect(accepts('br;q=0, gzip', 'br')).toBe(false)
  expect(accepts('', 'br')).toBe(false)
  expect(accepts('brotli', 'br')).toBe(false)
})
