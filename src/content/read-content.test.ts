import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readOffers } from './offers.ts'
import { readStudio } from './studio.ts'

const project = process.cwd()
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitewright-content-'))
  mkdirSync(join(folder, 'content'))
  process.chdir(folder)
})

afterEach(() => {
  process.chdir(project)
  rmSync(folder, { recursive: true })
})

function write(file: string, text: string): void {
  writeFileSync(join(folder, 'content', file), text)
}

test('a missing file is named', () => {
  expect(readStudio).toThrow('content/studio.yaml: ENOENT')
})

test('broken YAML is named with its line', () => {
  write('studio.yaml', 'name: [')
  expect(readStudio).toThrow(/content\/studio\.yaml: .*line 1/s)
})

test('every wrong field is named, with what would be right', () => {
  write('studio.yaml', 'name: Kite\nemail: nobody\nfounder: { profile: http://x.example }')
  expect(readStudio).toThrow(/email: must be an e-mail address, like hello@example\.com/)
  expect(readStudio).toThrow(/founder\.profile: must be an address that starts with https:/)
  expect(readStudio).toThrow(/social: /)
})

test('a bad day and an id that stands twice are told by their places in the file', () => {
  const item = '{ id: a, name: A, usd: 1, supportDays: 1 }'
  write(
    'offers.yaml',
    `promotion: { discount: 10%, validTill: x, endsOn: soon, afterEnd: show }\npackages: [${item}, ${item}]`,
  )
  expect(readOffers).toThrow(/promotion\.endsOn: must be a day, like 2025-08-31/)
  expect(readOffers).toThrow(/packages: every id must be another one/)
})
