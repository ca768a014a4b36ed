import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enterFolder, leaveFolder, sampleFolder } from '../../tests/support/content.ts'
import { readCalls } from './calls.ts'
import { readFacts } from './facts/facts.ts'

function reading(before: string, after: string) {
  const folder = mkdtempSync(join(tmpdir(), 'calls-'))
  onTestFinished(() => {
    leaveFolder()
    rmSync(folder, { recursive: true })
  })
  cpSync(sampleFolder, join(folder, 'content'), { recursive: true })
  enterFolder(folder)
  const yaml = readFileSync('content/calls.yaml', 'utf8')
  expect(yaml).toContain(before)
  writeFileSync('content/calls.yaml', yaml.replace(before, after))
  return () => readCalls(readFacts())
}

test.each([
  ['zone: Asia/Kolkata', 'zone: Mumbai', 'zone: must be a time zone by its name'],
  ['"10:00-12:30", "18:30-22:00"', '"12:30-10:00"', 'hours.monday[0]: must be two times of a day'],
  ['"10:00-12:30", "18:30-22:00"', '"10:03-12:30"', 'at full five minutes'],
  ['"10:00-12:30", "18:30-22:00"', '"10:00-12:30", "12:00-14:00"', 'hours.monday: must not overlap'],
  ['monday:', 'montag:', 'montag'],
  ['from: 2026-12-24', 'from: 24.12.2026', 'exceptions[0].from: must be a day'],
  ['to: 2027-01-01', 'to: 2026-01-01', 'exceptions[0].to: must be the first day or a later one'],
  ['minutes: "{promises.discoveryCallMinutes}"', 'minutes: 7', 'minutes: must be'],
  ['horizonDays: 21', 'horizonDays: 4000', 'horizonDays: must be'],
])('%s → %s is refused with what would be right', (before, after, reason) => {
  expect(reading(before, after)).toThrow(reason)
})

test('numbers are facts, and a studio without the file has no calls', () => {
  expect(reading('zone: Asia/Kolkata', 'zone: Europe/Lisbon')()).toMatchObject({ zone: 'Europe/Lisbon', minutes: 30 })
  rmSync('content/calls.yaml')
  expect(readCalls(readFacts())).toBeUndefined()
})
