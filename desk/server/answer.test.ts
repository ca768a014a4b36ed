import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { sqlite } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { readerAddress } from '../../tests/support/made-readers.ts'
import { readLines, type WorkLine } from '../view/work/read-lines.ts'
import { works } from './actions.ts'
import { answerWork } from './answer.ts'

async function openWork() {
  const app = await openTestApp(await sqlite.createPlace())
  const server = new Hono().post('/work/:name', async (c) => answerWork(c, app, await c.req.text()))
  const ask = (name: string, body: string) => server.request(`/work/${name}`, { method: 'POST', body })
  const linesOf = async (name: string, body: string) => {
    const lines: WorkLine<object>[] = []
    const answer = await ask(name, body)
    if (answer.body) for await (const line of readLines<object>(answer.body)) lines.push(line)
    return lines
  }
  return { app, server, ask, linesOf }
}

/** A list of so many, whose addresses begin so. */
function importOf(count: number, beginning = '') {
  const list = Array.from({ length: count }, (_, n) => beginning + readerAddress(n)).join('\n')
  return { list, words: 'Yes', at: '2026-05-01', from: '', isTrial: false }
}

test('work tells how far it is, and then what came of it', async () => {
  const { linesOf } = await openWork()
  const lines = await linesOf('importReaders', JSON.stringify(importOf(1_200)))
  expect(lines[0]).toEqual({ progress: { doing: 'Reading the list', done: 500, all: 1_200 } })
  expect(lines.at(-1)).toMatchObject({ output: { imported: 1_200 } })
})

test('work that can’t be done says why in its last line, and there is no other work', async () => {
  const { ask, linesOf } = await openWork()
  expect(await linesOf('makeBackup', '{}')).toEqual([{ status: 409, message: expect.stringContaining('BACKUP_DIR') }])
  for (const body of ['', 'null', '{'.repeat(1_000), '{"name":1}'])
    expect(await linesOf('tryBackup', body)).toMatchObject([{ status: 400 }])
  for (const name of ['note', 'constructor', '__proto__']) expect((await ask(name, '{}')).status).toBe(404)
})

test('work ends where its page hangs up', async () => {
  const { app, server } = await openWork()
  const listening = serve({ fetch: server.fetch, hostname: '127.0.0.1', port: 0 })
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : ''
  const page = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}/work/importReaders`, {
    method: 'POST',
    body: JSON.stringify(importOf(20_000, 'left-')),
    signal: page.signal,
  })
  await answer.body?.getReader().read()
  page.abort()
  // Ten portions, beside which one that went on would take as many.
  await works.importReaders(app, importOf(5_000))
  const left = app.database.db.selectFrom('subscribers').select('id').where('email', 'like', 'left-%')
  expect((await left.execute()).length).toBeLessThan(3_000)
  listening.close()
})
