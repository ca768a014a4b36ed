import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

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
