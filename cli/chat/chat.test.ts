import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import {
  answersStatus,
  cutsAfter,
  inTurn,
  mvpPlan,
  mvpReply,
  replies,
  type Script,
  startGateway,
} from '../../tests/support/mock-gateway.ts'
import { runStudio, spawnStudio } from '../../tests/support/run-studio.ts'
import { putStudio } from '../../tests/support/studios.ts'

const run = async (args: string[], { input = '', variables = {} } = {}) =>
  runStudio(await sqlite.createPlace(), ['chat', ...args], variables, input)

const asked = '{"id":"1","question":"What does an MVP cost?"}'

async function gatewayOf(models: Record<string, Script>) {
  const { url } = await startGateway(models)
  return { CHAT_BASE_URL: url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: Object.keys(models).join() }
}

const linesOf = (text: string): Record<string, unknown>[] => JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`)

test('answers questions in order with JSON Lines alone on standard output, and names a wrong line', async () => {
  const file = join(temporaryFolder(), 'questions.jsonl')
  const lines = [
    '\uFEFF{"id":"a","question":"What does an MVP cost?"}\r',
    '',
    '{"id":2,',
    '{"id":3,"question":" "}',
    '[]',
  ]
  writeFileSync(file, [...lines, '{"id":7,"question":"Hello"}'].join('\n'))
  const { code, stdout, stderr } = await run(['ask', file])
  const known = { model: 'built-in', incidents: [] }
  expect(linesOf(stdout)).toEqual([
    { id: 'a', reply: expect.stringContaining('$2,999'), ...known },
    { id: 7, reply: expect.any(String), ...known },
  ])
  expect(stdout).toMatch(/^\{"id":"a","reply":".*","model":/)
  expect([code, stderr.match(/(?<=jsonl:)\d+/g)]).toEqual([1, ['3', '4', '5']])
})

test('names a mistake in the answers, without a stack trace', async () => {
  const folder = putStudio('begun', temporaryFolder())
  const answers = join(folder, 'content/agent/answers/starter.yaml')
  writeFileSync(answers, readFileSync(answers, 'utf8').replace('id: services', 'id: prices'))
  const place = await sqlite.createPlace()
  const asks = spawnStudio(place, ['chat', 'ask', '-'], {}, `${asked}\n`.repeat(9), folder)
  const says = /^content\/agent\/answers: two answers have the id prices\n[^\n]*services`?[^\n]*\n$/
  expect(await asks).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(says) })
})

test('reports a missing file in one line', async () => {
  for (const command of ['ask', 'extract']) {
    const { code, stdout, stderr } = await run([command, '/nowhere/at-all.jsonl'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Couldn’t open \/nowhere\/at-all\.jsonl: no such file or folder\.\n$/)
  }
  expect((await run(['ask'])).code).toBe(2)
})

test('a gateway’s models answer; replies that aren’t plans and unanswered questions are reported', async () => {
  const models = { one: cutsAfter('An MVP'), two: inTurn(replies(mvpPlan), replies('Zebras graze at dusk.')) }
  const gateway = await gatewayOf(models)
  const ask = async () => linesOf((await run(['ask', '-'], { input: asked, variables: gateway })).stdout)
  expect(await ask()).toMatchObject([{ model: 'two', reply: mvpReply, incidents: [] }])
  const invented = { reply: expect.not.stringContaining('Zebras'), incidents: ['replaced'] }
  expect(await ask()).toMatchObject([{ model: 'two', ...invented }])
  const variables = await gatewayOf({ one: answersStatus(500) })
  const failed = await run(['ask', '-'], { input: asked, variables })
  expect(failed).toMatchObject({ code: 1, stderr: '-:1: no model answered (apology)\n' })
  expect(failed.stdout).toContain('I apologize')
})

test('extracts a visitor’s details from chats, one line each', async () => {
  const input =
    '{"id":"1","messages":["Hi","ada@client.example"]}\n{"id":"2","messages":[]}\n{"id":"3","messages":"x"}\n'
  const { code, stdout, stderr } = await run(['extract', '-'], { input })
  const nothing = { name: null, email: null, company: null, budget: null, timeline: null, requirements: null }
  expect(linesOf(stdout)).toEqual([
    { id: '1', ...nothing, email: 'ada@client.example' },
    { id: '2', ...nothing },
  ])
  expect(stdout).toMatch(/^\{"id":"1","name":null,"email":/)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^-:3: /)])
})

test('a chat on the terminal shows which model answered or failed, the details, and messages that are too long', async () => {
  const input = `What does an MVP cost?\n\nada@client.example\n${'x'.repeat(2_001)}\n`
  const { code, stdout, stderr } = await run([], { input })
  expect([code, stdout]).toEqual([0, expect.stringContaining('$2,999')])
  expect(stderr).toMatch(/answered by built-in.*email: ada@client\.example.*too long for one message/s)
  const variables = await gatewayOf({ one: answersStatus(503), two: replies(mvpPlan) })
  const second = await run([], { input: 'What does an MVP cost?\n', variables })
  const failed = expect.stringMatching(/one failed: status 503\n.*answered by two/s)
  expect(second).toMatchObject({ stdout: `${mvpReply}\n`, stderr: failed })
})
