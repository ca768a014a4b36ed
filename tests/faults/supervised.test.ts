import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { canBeSystemd, openNotifySocket } from '../support/notify-socket.ts'
import { superviseSite } from '../support/supervised-site.ts'

describe.concurrent('what npm start serves', { timeout: 180_000 }, () => {
  test('answers again when its main thread is blocked for good, or fails', async (context) => {
    const site = await superviseSite(context)
    const computing = await site.nextLife()
    process.kill(computing.pid, 'SIGUSR2')
    const waiting = await site.nextLife()
    expect((await fetch(waiting.url)).status).toBe(200)
    process.kill(waiting.pid, 'SIGWINCH')
    const failing = await site.nextLife()
    process.kill(failing.pid, 'SIGPROF')
    const last = await site.nextLife()
    expect((await fetch(last.url)).status).toBe(200)
    const codes = site.said.flatMap(
      (line) => /^The site has ended with code (\d+)\. It is started again in/.exec(line)?.[1] ?? [],
    )
    expect(codes).toEqual(['137', '137', '70'])
    const msg = expect.stringMatching(/^the main thread was blocked for \d+ s: the server is ended/)
    const verdict = { level: 60, time: expect.any(Number), msg }
    const verdicts = site.logged.filter((line) => line.includes('"level":60')).map((line) => JSON.parse(line))
    expect(verdicts).toEqual([
      { ...verdict, pid: computing.pid },
      { ...verdict, pid: waiting.pid },
    ])
    site.supervisor.kill('SIGTERM')
    expect(await site.exit).toBe(0)
    expect(() => process.kill(last.pid, 0)).toThrow('ESRCH')
  })

  test('ends as a whole, with 0, on Ctrl-C, which reaches every process', async (context) => {
    const site = await superviseSite(context)
    const { pid } = await site.nextLife()
    site.signalAll('SIGINT')
    expect(await site.exit).toBe(0)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
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
    for (const site of sites) expect(site.said.join('\n')).not.toContain('started again')
  })

  test.skipIf(!canBeSystemd)('tells systemd that it serves, and then that it lives', async (context) => {
    const systemd = await openNotifySocket(context)
    await superviseSite(context, { NOTIFY_SOCKET: systemd.path })
    const words = [await systemd.next(), await systemd.next(), await systemd.next()]
    expect(words).toEqual(['READY=1', 'WATCHDOG=1', 'WATCHDOG=1'])
  })
})
