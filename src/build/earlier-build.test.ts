import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { contentHash, openMade } from './earlier-build.ts'

/** A folder of builds whose last one made a.html from what `key` names. */
function earlierBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'earlier-build-'))
  const current = join(folder, 'current')
  mkdirSync(join(current, 'client'), { recursive: true })
  writeFileSync(join(current, 'client', 'a.html'), 'a page')
  const made = openMade('pages', pathToFileURL(`${current}/`))
  made.note('a.html', { key: 'key', hash: contentHash('a page') })
  made.save()
  return { current, next: openMade('pages', pathToFileURL(`${folder}/build-2/`)) }
}

test('what an earlier build made from the same is taken over', () => {
  const { next } = earlierBuild()
  expect(next.take('a.html', 'key')?.toString()).toBe('a page')
  expect([...next.notes()]).toEqual([['a.html', { key: 'key', hash: contentHash('a page') }]])
})

test('what was made from something else, or never, is made anew', () => {
  const { next } = earlierBuild()
  expect(next.take('a.html', 'another key')).toBeUndefined()
  expect(next.take('b.html', 'key')).toBeUndefined()
  expect(next.notes().size).toBe(0)
})

test('what is no longer as it was made is not trusted', () => {
  const { current, next } = earlierBuild()
  writeFileSync(join(current, 'client', 'a.html'), 'a pag')
  expect(next.take('a.html', 'key')).toBeUndefined()
})

test('notes that cannot be read are as none', () => {
  const { current } = earlierBuild()
  writeFileSync(join(current, 'made-pages.json'), '[["a.ht')
  expect(openMade('pages', pathToFileURL(`${current}/../build-2/`)).take('a.html', 'key')).toBeUndefined()
})

test('hashes tell apart where one part ends and the next begins', () => {
  expect(contentHash('ab', 'c')).not.toBe(contentHash('a', 'bc'))
  expect(contentHash('ab', 'c')).toBe(contentHash('ab', Buffer.from('c')))
})
