import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { sqlite } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { readerAddress } from '../../tests/support/made-readers.ts'
import { readLines, type WorkLine } from '../view/work/read-lines.ts'
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
  return { ask, linesOf }
}

test('work tells how far it is, and then what came of it', async () => {
  const { linesOf } = await openWork()
  const list = Array.from({ length: 1_200 }, (_, n) => readerAddress(n)).join('\n')
  const how = { list, words: 'Yes', at: '2026-05-01', from: '', isTrial: false }
  const lines = await linesOf('importReaders', JSON.stringify(how))
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
