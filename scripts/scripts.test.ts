import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/databases.ts'
import { changeDays, daysAhead } from './days-ahead.mjs'

const article = '---\ndate: 2026-03-09\nupdated: 2026-03-11\n---\nSince 2020-01-01.'

test('what is ahead changes on each day that a text names and on the day after, and is nothing after the last', () => {
  const days = ['01', '08', '09', '10', '11', '12', '13'].map((day) => daysAhead(article, `2026-03-${day}`))
  expect(days[0]).toBe(days[1])
  expect(new Set(days).size).toBe(5)
  expect(days.slice(-2)).toEqual(['', ''])
  expect(daysAhead('version 10.2026-1, 12026-03-099', '2026-03-01')).toBe('')
})

test('an article changes the site on its day, an offer on the day after its last, a draft never', () => {
  expect(changeDays('content/articles/a.md', article, '2026-03-08')).toEqual(['2026-03-09'])
  expect(changeDays('content/articles/a.md', article, '2026-03-09')).toEqual([])
  expect(changeDays('content/articles/a.md', article.replace('---\n', '---\ndraft: true\n'), '2026-03-08')).toEqual([])
  const offers = 'a:\n  endsOn: 2026-02-28\nb:\n  until: 2026-12-31 # soon\n'
  expect(changeDays('content/offers.yaml', offers, '2026-02-28')).toEqual(['2026-03-01', '2027-01-01'])
  expect(changeDays('content/offers.yaml', 'asOf: 2026-12-31', '2026-03-08')).toEqual([])
})

/**
 * The pauses that the supervisor takes for a server that dies eight times and then ends well. Its clock is in our hand.
 * @param livedSeconds how long each life seems to last
 */
function pausesAfter(livedSeconds: number): number[] {
  const folder = temporaryFolder()
  cpSync('scripts/supervise', join(folder, 'supervise'))
  const program = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  program('serve', `echo life >> ${folder}/lives; [ "$(grep -c life ${folder}/lives)" -lt 9 ] && kill -9 $$; exit 0`)
  program('sleep', `echo "$1" >> ${folder}/pauses`)
  program('date', `echo call >> ${folder}/calls; echo $(($(grep -c call ${folder}/calls) * ${livedSeconds}))`)
  const env = { PATH: `${folder}:${process.env['PATH']}` }
  expect(spawnSync('sh', [join(folder, 'supervise')], { env, stdio: 'ignore' }).status).toBe(0)
  return readFileSync(join(folder, 'pauses'), 'utf8').trim().split('\n').map(Number)
}

test('a server that dies again and again starts after pauses of up to half a minute, at once after a minute’s life', () => {
  expect(pausesAfter(1)).toEqual([1, 2, 4, 8, 16, 32, 32, 32])
  expect(pausesAfter(60)).toEqual(Array(8).fill(1))
})
