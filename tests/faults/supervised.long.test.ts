import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { canBeSystemd, openNotifySocket, superviseSite } from '../support/start-site.ts'

/** Twice what the watchdog waits. */
const longMs = 12_000

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
  site.supervisor.kill('SIGTERM')
  expect(await site.exit).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a server that hardly gets a processor is left alone', async (context) => {
  const site = await superviseSite(context)
  const { pid, url } = await site.nextLife()
  const busy = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }))
  context.onTestFinished(() => busy.forEach((child) => void child.kill('SIGKILL')))
  setPriority(pid, 19)
  await pause(3 * longMs)
  expect((await fetch(url)).status).toBe(200)
  expect(site.codes()).toEqual([])
  process.kill(pid, 0)
})

test('what npm start serves is started again when it is blocked for good or fails, and ends as a whole on Ctrl-C', async (context) => {
  const systemd = canBeSystemd ? await openNotifySocket(context) : undefined
  const site = await superviseSite(context, systemd && { NOTIFY_SOCKET: systemd.path })
  const blocked = await site.nextLife()
  for (const word of systemd ? ['READY=1', 'WATCHDOG=1', 'WATCHDOG=1'] : []) expect(await systemd?.next()).toBe(word)
  process.kill(blocked.pid, 'SIGWINCH')
  const computing = await site.nextLife()
  process.kill(computing.pid, 'SIGUSR2')
  const failing = await site.nextLife()
  process.kill(failing.pid, 'SIGPROF')
  const last = await site.nextLife()
  expect((await fetch(last.url)).status).toBe(200)
  expect(site.codes()).toEqual(['137', '137', '70'])
  const verdicts = site.logged.filter((line) => line.includes('"level":60')).map((line) => JSON.parse(line))
  const msg = expect.stringMatching(/^the main thread was blocked for \d+ s: the server is ended/)
  const verdict = { level: 60, time: expect.any(Number), msg }
  expect(verdicts).toEqual([blocked, computing].map(({ pid }) => ({ ...verdict, pid })))
  site.signalAll('SIGINT')
  expect(await site.exit).toBe(0)
  expect(() => process.kill(last.pid, 0)).toThrow('ESRCH')
})

test('what npm start serves stays ended when the owner has something to fix', async (context) => {
  const holder = createServer().listen(0, '127.0.0.1')
  context.onTestFinished(() => void holder.close())
  await once(holder, 'listening')
  const address = holder.address()
  const taken = String(typeof address === 'object' ? address?.port : 0)
  const site = await superviseSite(context, { PORT: taken })
  await expect(site.nextLife()).rejects.toThrow(/PORT/)
  expect([await site.exit, site.codes()]).toEqual([1, []])
})
