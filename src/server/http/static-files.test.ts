import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openStaticFiles, type StaticManifest } from './static-files.ts'

const dist = mkdtempSync(join(tmpdir(), 'kitewright-dist-'))
afterAll(() => rmSync(dist, { recursive: true }))

const page = { path: '/', file: 'index.html', type: 'text/html; charset=utf-8', etag: 'abc', immutable: false }
const policy = "default-src 'none'; style-src 'sha256-x'"
mkdirSync(join(dist, 'client'))
writeFileSync(join(dist, 'client', 'index.html'), 'plain')
writeFileSync(join(dist, 'client', 'index.html.br'), 'br')
writeFileSync(join(dist, 'client', 'index.md'), '# Markdown')
const twin = { path: '/index.md', file: 'index.md', type: 'text/markdown; charset=utf-8', etag: 'md', immutable: false }
const manifest: StaticManifest = {
  files: [
    { ...page, encodings: ['br'], policy },
    { ...twin, encodings: [] },
  ],
  siteUrl: 'https://kitewright.example',
  redirects: { '/old': '/#pricing' },
}
writeFileSync(join(dist, 'static.json'), JSON.stringify(manifest))
const files = openStaticFiles(dist, ['Content-Security-Policy', 'strictest', 'X-Content-Type-Options', 'nosniff'])

function find(path: string, encodings: string, accept = '*/*') {
  return files.find(path, { accept, 'accept-encoding': encodings })
}

function headerOf(headers: string[] | undefined, name: string) {
  const at = headers?.indexOf(name) ?? -1
  return at === -1 ? undefined : headers?.[at + 1]
}

test('the best encoding that the browser takes is sent, with a validator of its own', () => {
  expect(String(find('/', 'gzip, br')?.body)).toBe('br')
  expect(find('/', 'gzip, br')?.etag).toBe('"abc-br"')
  expect(String(find('/', '')?.body)).toBe('plain')
  expect(find('/', '')?.etag).toBe('"abc"')
})

test('a page keeps its own policy, and gets every other header', () => {
  const headers = find('/', '')?.headers
  expect(headerOf(headers, 'Content-Security-Policy')).toBe(policy)
  expect(headerOf(headers, 'X-Content-Type-Options')).toBe('nosniff')
  expect(headers?.filter((name) => name === 'Content-Security-Policy')).toHaveLength(1)
})

test('what the build did not make is not found, whatever lies on the disk', () => {
  expect(find('/index.html', '')).toBeUndefined()
  expect(find('/../static.json', '')).toBeUndefined()
})

test('who asks for Markdown gets it under the same address, and caches are told', () => {
  const answer = find('/', '', 'text/markdown')
  expect(String(answer?.body)).toBe('# Markdown')
  expect(headerOf(answer?.headers, 'Vary')).toBe('Accept')
  expect(headerOf(answer?.headers, 'Link')).toBe('</>; rel="canonical"')
  expect(headerOf(answer?.headers, 'X-Robots-Tag')).toBe('noindex')
  expect(headerOf(find('/', 'br')?.headers, 'Vary')).toBe('Accept, Accept-Encoding')
})

test('a former address leads to the present one', () => {
  expect(files.redirectOf('/old')).toBe('/#pricing')
  expect(files.redirectOf('/')).toBeUndefined()
})
