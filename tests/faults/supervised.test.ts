import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { canBeSystemd, openNotifySocket } from '../support/notify-socket.ts'
import { superviseSite } from '../support/supervised-site.ts'

const patienceMs = 180_000

describe.concurrent('what npm start serves', () => {
  test.for([
    ['computes', 'SIGUSR2'],
    ['waits', 'SIGWINCH'],
  ] as const)(
    'answers again when its main thread %s for good',
    { timeout: patienceMs },
    async ([, signal], context) => {
      const site = await superviseSite(context)
      const first = await site.nextLife()
      process.kill(first.pid, signal)
      const second = await site.nextLife()
      expect(second.pid).not.toBe(first.pid)
      expect((await fetch(second.url)).status).toBe(200)
      const verdicts = site.logged.filter((line) => line.includes('"level":60')).map((line) => JSON.parse(line))
      expect(verdicts).toEqual([
        {
          level: 60,
          time: expect.any(Number),
          pid: first.pid,
          msg: expect.stringMatching(
            /^the main thread was blocked for \d+ s: the server is ended, to be started again$/,
          ),
        },
      ])
      expect(site.said).toContain('The site has ended with code 137. It is started again in 1 s.')
    },
  )

  test('is started again when it is killed, after longer pauses when that happens again and again', {
    timeout: patienceMs,
  }, async (context) => {
    const site = await superviseSite(context)
    for (let life = 0; life < 2; life++) process.kill((await site.nextLife()).pid, 'SIGKILL')
    const { url } = await site.nextLife()
    expect((await fetch(url)).status).toBe(200)
    expect(site.said.filter((line) => line.includes('started again'))).toEqual([
      'The site has ended with code 137. It is started again in 1 s.',
      'The site has ended with code 137. It is started again in 2 s.',
    ])
  })

  test('is started again when the program fails', { timeout: patienceMs }, async (context) => {
    const site = await superviseSite(context)
    process.kill((await site.nextLife()).pid, 'SIGPROF')
    await site.nextLife()
    expect(site.said).toContain('The site has ended with code 70. It is started again in 1 s.')
  })

  test.for([
    ['Ctrl-C, which reaches every process', 'SIGINT', true],
    ['SIGTERM to the supervisor alone', 'SIGTERM', false],
  ] as const)('ends as a whole, with 0, on %s', { timeout: patienceMs }, async ([, signal, isForAll], context) => {
    const site = await superviseSite(context)
    const { pid } = await site.nextLife()
    if (isForAll) site.signalAll(signal)
    else site.supervisor.kill(signal)
    expect(await site.exit).toBe(0)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  test('stays ended, with 1, when the owner has something to mend', { timeout: patienceMs }, async (context) => {
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

  test.skipIf(!canBeSystemd)(
    'tells systemd that it serves, and then that it lives',
    { timeout: patienceMs },
    async (context) => {
      const systemd = await openNotifySocket(context)
      const site = await superviseSite(context, { NOTIFY_SOCKET: systemd.path })
      const { pid } = await site.nextLife()
      expect([await systemd.next(), await systemd.next(), await systemd.next()]).toEqual([
        'READY=1',
        'WATCHDOG=1',
        'WATCHDOG=1',
      ])
      process.kill(pid, 'SIGUSR2')
      // It is not told of a server that is blocked: the next word is from another life.
      const words = [await systemd.next(), await systemd.next()]
      expect(words.indexOf('READY=1')).toBeGreaterThanOrEqual(0)
    },
  )
})
