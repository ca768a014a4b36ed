import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { superviseSite } from '../support/start-site.ts'

/** Twice what the watchdog waits. */
const longMs = 12_000

test('a server whose main thread computes for good, or that fails, is started again, until it is told to end', async (context) => {
  const site = await superviseSite(context)
  const computing = await site.nextLife()
  process.kill(computing.pid, 'SIGUSR2')
  const failing = await site.nextLife()
  process.kill(failing.pid, 'SIGPROF')
  const last = await site.nextLife()
  expect((await fetch(last.url)).status).toBe(200)
  expect(site.codes()).toEqual(['137', '70'])
  site.supervisor.kill('SIGTERM')
  expect(await site.exit).toBe(0)
  expect(() => process.kill(last.pid, 0)).toThrow('ESRCH')
})

test('a server that was stopped by hand, as a laptop’s sleep does, goes on as the same process', async (context) => {
  const site = await superviseSite(context)
  const { pid, url } = await site.nextLife()
  process.kill(pid, 'SIGSTOP')
  await pause(longMs)
  process.kill(pid, 'SIGCONT')
  expect((await fetch(url)).status).toBe(200)
  site.signalAll('SIGSTOP')
  await pause(longMs)
  site.signalAll('SIGCONT')
  await pause(longMs)
  expect((await fetch(url)).status).toBe(200)
  expect(site.codes()).toEqual([])
  process.kill(pid, 0)
})

test('a server that hardly gets a processor is left alone', async (context) => {
  const site = await superviseSite(context)
  const { pid, url } = await site.nextLife()
  const busy = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }))
  context.onTestFinished(() => {
    for (const child of busy) child.kill('SIGKILL')
  })
  setPriority(pid, 19)
  await pause(3 * longMs)
  expect((await fetch(url)).status).toBe(200)
  expect(site.codes()).toEqual([])
  process.kill(pid, 0)
})
