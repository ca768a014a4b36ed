import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createIdleTimer } from '../../cli/desk.ts'
import type { JobOptions } from '../../platform/actions.ts'
import { submitContact } from '../../server/leads/accept-lead.ts'
import { engines, temporaryFolder } from '../../tests/support/databases.ts'
import { act, ada, visitor } from '../../tests/support/desk.ts'
import { openDesk } from '../../tests/support/open-desk.ts'
import { startSmtpServer } from '../../tests/support/sending.ts'

const json = async (answer: Promise<Response>) => await (await answer).json()

describe('reading and changing', () => {
  test('reads can’t change anything, changes can’t be links, and wrong or huge inputs are refused', async () => {
    const { ask, read, change, work } = await openDesk()
    const reference = 'KW-7GQ4M2XD'
    expect((await read('leads.mark', { reference, verdict: 'spam' })).status).toBe(404)
    expect((await change('leads.show', { reference })).status).toBe(404)
    for (const name of ['__proto__', 'toString', 'work/note', 'leads'])
      expect([(await read(name)).status, (await change(name, {})).status]).toEqual([404, 404])
    for (const body of ['', 'null', '{"reference":1}', '{'.repeat(1_000)]) {
      expect((await change('leads.note', body)).status).toBe(400)
      expect(await work('subscribers.import', body)).toMatchObject([{ status: 400 }])
    }
    expect((await change('leads.note', { reference, note: 'x'.repeat(10_001) })).status).toBe(400)
    const huge = (bytes: number) => ({ method: 'POST', body: 'x', headers: { 'content-length': `${bytes}` } })
    expect((await ask('/api/leads.note', huge(99_000_000))).status).toBe(413)
    expect((await ask('/sign-in', huge(2_000))).status).toBe(413)
  })

  test('a view can be reloaded, even with an email address in its own, and a missing file isn’t found', async () => {
    const { send } = await openDesk()
    const paths = ['/today', '/people/ada@client.example', '/nope.js', '/theme/nope.css']
    const statuses = await Promise.all(paths.map(async (path) => (await send(path)).status))
    expect(statuses).toEqual([200, 200, 404, 404])
  })

  test('an unused desk closes, a used one stays open', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const onEnd = vi.fn()
    const idle = createIdleTimer(1_000)
    void idle.ended.then(onEnd)
    await vi.advanceTimersByTimeAsync(900)
    idle.reset()
    await vi.advanceTimersByTimeAsync(900)
    expect(onEnd).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(100)
    expect(onEnd).toHaveBeenCalledOnce()
  })
})

describe.each(engines)('on $name', (engine) => {
  test('emails are listed, shown, paused, resumed by number, and deleted', async () => {
    const { desk, change, read } = await openDesk({}, engine)
    await submitContact(desk, ada, visitor)
    const listed = async () => await json(read('outbox.list', { state: 'waiting' }))
    expect((await change('outbox.pause', { reason: 'moving' })).status).toBe(200)
    const { emails, paused, pending } = await listed()
    const [{ id }, { id: other }, ...more] = emails
    expect([paused.because, pending, more]).toEqual(['moving', 2, []])
    expect(await json(read('outbox.show', { id }))).toMatchObject({ id, state: 'queued', text: expect.any(String) })
    expect(await json(change('outbox.retry', { ids: [id] }))).toEqual({
      output: expect.objectContaining({ sent: 0, isPaused: true }),
      message: '1 email is waiting. The outbox is paused.',
    })
    const miscounted = await change('outbox.resume', { confirm: 1 })
    expect([miscounted.status, await miscounted.json()]).toEqual([
      409,
      { message: expect.stringContaining('2 emails') },
    ])
    expect((await listed()).paused).not.toBeNull()
    expect((await change('outbox.resume', { confirm: 2 })).status).toBe(200)
    expect(await json(change('outbox.delete', { ids: [other] }))).toEqual({
      output: { deleted: 1 },
      message: 'Deleted 1 email.',
    })
    expect(await json(change('outbox.retry', { waiting: true }))).toMatchObject({ message: '1 email sent.' })
    expect((await listed()).emails).toEqual([])
    expect((await change('outbox.delete', { ids: [id] })).status).toBe(409)
  })

  test('setup is checked once, and again on demand', async () => {
    const server = await startSmtpServer()
    const { desk, read, change } = await openDesk({ SMTP_URL: server.url }, engine)
    const [first, sameTime] = await Promise.all([json(read('setup.show')), json(read('setup.show'))])
    expect(first.passed).toContainEqual(expect.objectContaining({ about: 'email', state: 'ok' }))
    desk.clock.now += 60_000
    expect([sameTime, await json(read('setup.show'))]).toEqual([first, first])
    await change('setup.check', {})
    expect((await json(read('setup.show'))).at).toBe(desk.now())
  })
})

describe('a long change', () => {
  const importOf = (count: number, domain: string) => {
    const list = Array.from({ length: count }, (_, n) => `r${n}@${domain}`).join('\n')
    return { list, consent: 'Yes', consentAt: '2026-05-01' }
  }

  test('reports progress, and stops if its page disconnects', async () => {
    const { desk, work, change } = await openDesk()
    const lines = await work('subscribers.import', importOf(1_200, 'here.example'))
    expect(lines[0]).toEqual({ progress: { doing: 'Reading the list', done: 500, all: 1_200 } })
    expect(lines.at(-1)).toMatchObject({ output: { imported: 1_200 } })
    const { body } = await change('subscribers.import', importOf(10_000, 'left.example'))
    const reader = body?.getReader()
    await reader?.read()
    await reader?.cancel()
    // A second import runs while the first one stops.
    await work('subscribers.import', importOf(3_000, 'other.example'))
    const left = desk.database.db.selectFrom('subscribers').select('id').where('email', 'like', '%@left.example')
    expect((await left.execute()).length).toBeLessThan(3_000)
  })

  test('makes, lists, and tests a backup, leaves nothing of a stopped one, and opens no other file', async () => {
    const folder = temporaryFolder()
    const { desk, read, work } = await openDesk({ BACKUP_DIR: folder })
    expect(await json(read('backup.list'))).toMatchObject({ folder, isEncrypting: false, backups: [] })
    const { rows } = await act(desk, 'backup.make', {})
    const { backups } = await json(read('backup.list'))
    const [{ name }] = backups
    expect(backups).toMatchObject([{ at: desk.now(), isEncrypted: false }])
    expect((await work('backup.check', { name })).at(-1)).toMatchObject({ output: { at: desk.now(), rows } })
    desk.clock.now += 1_000
    const stopped = async (run: (watch: JobOptions) => Promise<object>, reason: string) => {
      const stop = new AbortController()
      await expect(run({ signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow(reason)
      expect(stop.signal.aborted).toBe(true)
    }
    await stopped((watch) => act(desk, 'backup.make', {}, watch), 'The backup was stopped.')
    await stopped((watch) => act(desk, 'backup.check', { name }, watch), '')
    expect(readdirSync(folder)).toEqual([name])
    expect(readdirSync(desk.environment.dataDir).filter((name) => name.includes('backup'))).toEqual([])
    writeFileSync(join(folder, 'notes.txt'), '')
    for (const other of ['..', '../../etc/passwd', `${name}/../x`, 'notes.txt', 'kitewright-20261120T031500Z.sqlite'])
      expect(await work('backup.check', { name: other })).toMatchObject([
        { status: 409, message: expect.stringContaining('There is no backup') },
      ])
    expect(await work('backup.check', { file: '/etc/passwd' })).toMatchObject([{ status: 409 }])
    expect(await work('backup.make', { folder })).toMatchObject([{ status: 409 }])
    const other = await openDesk({ BACKUP_KEY: 'correct-horse-battery' })
    expect(await json(other.read('backup.list'))).toMatchObject({ folder: null, isEncrypting: true })
    const refusals = [await other.work('backup.make', {}), await other.work('backup.check', { name: 'package.json' })]
    for (const [refusal] of refusals)
      expect(refusal).toEqual({ status: 409, message: expect.stringContaining('set BACKUP_DIR') })
  })
})
