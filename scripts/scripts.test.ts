import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changeDays, daysAhead } from './days-ahead.mjs'

const article = '---\ndate: 2026-03-09\nupdated: 2026-03-11\n---\nSince 2020-01-01.'

test('stays the same until a day comes that the text names', () => {
  const before = daysAhead(article, '2026-03-01')
  expect(daysAhead(article, '2026-03-08')).toBe(before)
  expect(daysAhead(article, '2026-03-09')).not.toBe(before)
})

test('changes once more when that day has passed, and never again after the last', () => {
  const states = ['2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'].map((today) =>
    daysAhead(article, today),
  )
  expect(new Set(states).size).toBe(5)
  expect(states.at(-1)).toBe('')
  expect(states.at(-2)).toBe('')
})

test('is nothing where no day is named', () => {
  expect(daysAhead('version 10.2026-1, 12026-03-099', '2026-03-01')).toBe('')
})

test('an article changes the site on its day, an offer on the day after its last, a draft never', () => {
  expect(changeDays('content/articles/a.md', article, '2026-03-08')).toEqual(['2026-03-09'])
  expect(changeDays('content/articles/a.md', article, '2026-03-09')).toEqual([])
  expect(changeDays('content/articles/a.md', article.replace('---\n', '---\ndraft: true\n'), '2026-03-08')).toEqual([])
  expect(
    changeDays('content/offers.yaml', 'a:\n  endsOn: 2026-02-28\nb:\n  until: 2026-12-31 # soon\n', '2026-02-28'),
  ).toEqual(['2026-03-01', '2027-01-01'])
  expect(changeDays('content/offers.yaml', 'asOf: 2026-12-31', '2026-03-08')).toEqual([])
})

/**
 * The pauses that the supervisor takes for a server that dies eight times and then ends well. Its clock is in our hand.
 * @param livedSeconds how long each life seems to last
 */
function pausesAfter(livedSeconds: number): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-supervise-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync('scripts/supervise', join(folder, 'supervise'))
  const program = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  program('serve', `echo life >> ${folder}/lives; [ "$(grep -c life ${folder}/lives)" -lt 9 ] && kill -9 $$; exit 0`)
  program('sleep', `echo "$1" >> ${folder}/pauses`)
  program('date', `echo call >> ${folder}/calls; echo $(($(grep -c call ${folder}/calls) * ${livedSeconds}))`)
  const { status } = spawnSync('sh', [join(folder, 'supervise')], {
    env: { PATH: `${folder}:${process.env['PATH']}` },
    stdio: 'ignore',
  })
  expect(status).toBe(0)
  return readFileSync(join(folder, 'pauses'), 'utf8').trim().split('\n').map(Number)
}

test('a server that dies at once again and again is started after ever longer pauses, of half a minute at most', () => {
  expect(pausesAfter(1)).toEqual([1, 2, 4, 8, 16, 32, 32, 32])
})

test('a server that has lived for a minute is started again at once', () => {
  expect(pausesAfter(60)).toEqual(Array.from({ length: 8 }, () => 1))
})
