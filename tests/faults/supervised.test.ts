import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { canBeSystemd, openNotifySocket, superviseSite } from '../support/start-site.ts'

describe.concurrent('what npm start serves', { timeout: 180_000 }, () => {
  test('lives, answers again when its main thread is blocked for good, and ends as a whole with 0 on Ctrl-C', async (context) => {
    const systemd = canBeSystemd ? await openNotifySocket(context) : undefined
    const site = await superviseSite(context, systemd && { NOTIFY_SOCKET: systemd.path })
    const blocked = await site.nextLife()
    if (systemd) {
      const words = [await systemd.next(), await systemd.next(), await systemd.next()]
      expect(words).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1'])
    }
    process.kill(blocked.pid, 'SIGWINCH')
    const last = await site.nextLife()
    expect((await fetch(last.url)).status).toBe(200)
    expect(site.codes()).toEqual(['137'])
    const verdicts = site.logged.filter((line) => line.includes('"level":60')).map((line) => JSON.parse(line))
    const msg = expect.stringMatching(/^the main thread was blocked for \d+ s: the server is ended/)
    expect(verdicts).toEqual([{ level: 60, time: expect.any(Number), pid: blocked.pid, msg }])
    site.signalAll('SIGINT')
    expect(await site.exit).toBe(0)
    expect(() => process.kill(last.pid, 0)).toThrow('ESRCH')
  })

  test('stays ended, with 1, when the owner has something to mend', async (context) => {
    const holder = createServer().listen(0, '127.0.0.1')
    context.onTestFinished(() => {
      holder.close()
    })
    await once(holder, 'listening')
    const address = holder.address()
    const taken = String(typeof address === 'object' ? address?.port : 0)
    const sites = await Promise.all([superviseSite(context, { PORT: taken }), superviseSite(context, { PORT: 'many' })])
    for (const site of sites) await expect(site.nextLife()).rejects.toThrow(/PORT/)
    expect(await Promise.all(sites.map((site) => site.exit))).toEqual([1, 1])
    for (const site of sites) expect(site.codes()).toEqual([])
  })
})
