import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { prepareAnswer } from './prepare-answer.ts'

function prepare(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'answer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a.txt'), text)
  return { folder, answer: prepareAnswer('a.txt', { folder, site: 'https://site.example', policies: new Map() }) }
}

test('what is compressed is the same again', async () => {
  const text = 'a text, a text, and the same text '.repeat(50)
  const { folder, answer } = prepare(text)
  expect((await answer).file.encodings).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(readFileSync(join(folder, 'a.txt.br'))).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(folder, 'a.txt.gz'))).toString()).toBe(text)
})

test('what would become larger stays as it is', async () => {
  const { answer } = prepare('a')
  expect((await answer).file.encodings).toEqual([])
})
