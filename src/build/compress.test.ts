import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress, effortsFor } from './compress.ts'
import { openMade } from './earlier-build.ts'

test('pages near the root are compressed as hard as it goes, as far as the time for it goes', () => {
  const megabyte = 1024 * 1024
  const efforts = effortsFor([
    { path: 'blog/b.html', size: megabyte },
    { path: 'blog/a.html', size: megabyte },
    { path: 'index.html', size: 1000 },
  ])
  expect([...efforts]).toEqual([
    ['index.html', 'hardest'],
    ['blog/a.html', 'hardest'],
    ['blog/b.html', 'quick'],
  ])
})

test.each(['hardest', 'quick'] as const)('what is compressed at the %s effort is the same again', (effort) => {
  const body = Buffer.from('a text, a text, and the same text '.repeat(50))
  const { br, gzip } = compress('a.html', body, effort, openMade('twins', new URL('file:///nowhere/build/')))
  expect(brotliDecompressSync(br)).toEqual(body)
  if (effort === 'hardest') expect(gunzipSync(gzip ?? '')).toEqual(body)
  else expect(gzip).toBeUndefined()
})
