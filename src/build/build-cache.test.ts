import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cacheKey, openBuildCache } from './build-cache.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'build-cache-'))

test('a later build finds what an earlier one kept', () => {
  const root = folder()
  openBuildCache('pages', root).write('a', Buffer.from('text'))
  expect(openBuildCache('pages', root).read('a')?.toString()).toBe('text')
  expect(openBuildCache('pages', root).read('b')).toBeUndefined()
})

test('a file that is not as it was written is not trusted', () => {
  const root = folder()
  openBuildCache('pages', root).write('a', Buffer.from('a long text'))
  const file = join(root, 'pages', 'a')
  const whole = readFileSync(file)
  for (const broken of [whole.subarray(0, 20), whole.subarray(1), Buffer.alloc(0), Buffer.from(whole).fill(1, 2, 3)]) {
    writeFileSync(file, broken)
    expect(openBuildCache('pages', root).read('a')).toBeUndefined()
  }
})

test('what a build has not used is forgotten', () => {
  const root = folder()
  const cache = openBuildCache('pages', root)
  for (const key of ['a', 'b', 'c']) cache.write(key, Buffer.from(key))
  cache.keepOnly(['a', 'c'])
  expect(readdirSync(join(root, 'pages')).sort()).toEqual(['a', 'c'])
})

test('keys tell apart where one part ends and the next begins', () => {
  expect(cacheKey('ab', 'c')).not.toBe(cacheKey('a', 'bc'))
  expect(cacheKey('ab', 'c')).toBe(cacheKey('ab', Buffer.from('c')))
})
