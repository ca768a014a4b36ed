import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { answersStatus, cutsAfter, mvpReply, mvpSays, replies } from '../../tests/support/mock-gateway.ts'
import { type Run, runStudio } from '../../tests/support/run-studio.ts'
import { startGateway } from '../../tests/support/talk.ts'

async function run(args: string[], { input = '', variables = {} as Record<string, string> } = {}): Promise<Run> {
  return runStudio(await sqlite.createPlace(), ['chat', ...args], variables, input)
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('questions are answered a line each, in order, with nothing but JSON Lines on standard output', async () => {
  const file = join(temporaryFolder(), 'questions.jsonl')
  writeFileSync(file, '\uFEFF{"id":"a","question":"What does an MVP cost?"}\r\n\n{"id":7,"question":"Hello"}')
  const { code, stdout, stderr } = await run(['ask', file])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = linesOf(stdout)
  expect(lines.map(({ id }) => id)).toEqual(['a', 7])
  expect(lines[0]).toEqual({ id: 'a', reply: expect.stringContaining('$2,999'), model: 'built-in', incidents: [] })
  expect(Object.keys(lines[0] ?? {})).toEqual(['id', 'reply', 'model', 'incidents'])
})

test('a wrong line is named, and the others are answered all the same', async () => {
  const input =
    '{"id":"1","question":"Hello"}\n{"id":"2",\n{"id":"3","question":"  "}\n[]\n{"id":"5","question":"Thanks"}\n'
  const { code, stdout, stderr } = await run(['ask', '-'], { input })
  expect(code).toBe(1)
  expect(linesOf(stdout).map(({ id }) => id)).toEqual(['1', '5'])
  expect(stderr.match(/^-:\d+/gm)).toEqual(['-:2', '-:3', '-:4'])
})

test('a file that is not there is told in one line', async () => {
  for (const command of ['ask', 'extract']) {
    const { code, stdout, stderr } = await run([command, '/nowhere/at-all.jsonl'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^\/nowhere\/at-all\.jsonl cannot be read: there is no such file or folder\.\n$/)
  }
  expect((await run(['ask'])).code).toBe(2)
})

test('with a gateway its models answer, and what they wrote themselves is named', async () => {
  const gateway = await startGateway({
    one: cutsAfter(`${mvpSays[0]} It`),
    two: replies(`Zebras graze at dusk. ${mvpReply}`),
  })
  const variables = { CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: 'one,two' }
  const { stdout } = await run(['ask', '-'], { input: '{"id":"1","question":"What does an MVP cost?"}', variables })
  const [line] = linesOf(stdout)
  expect(line).toMatchObject({ model: 'two', incidents: ['replaced', 'dropped', 'replaced', 'replaced', 'replaced'] })
  expect(line?.['reply']).toBe(mvpReply)
})

test('a question that no model answered is named, and the command has failed', async () => {
  const gateway = await startGateway({ one: answersStatus(500) })
  const variables = { CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: 'one' }
  const { code, stdout, stderr } = await run(['ask', '-'], { input: '{"id":"1","question":"Hi"}', variables })
  expect({ code, stderr }).toEqual({ code: 1, stderr: '-:1: no model answered (apology)\n' })
  expect(linesOf(stdout)).toMatchObject([{ reply: expect.stringContaining('I apologize') }])
})

test('talks are searched for a booking, a line each', async () => {
  const input =
    '{"id":"1","messages":["Hi","ada@client.example"]}\n{"id":"2","messages":[]}\n{"id":"3","messages":"x"}\n'
  const { code, stdout, stderr } = await run(['extract', '-'], { input })
  const nothing = { name: null, email: null, company: null, budget: null, timeline: null, requirements: null }
  expect(linesOf(stdout)).toEqual([
    { id: '1', ...nothing, email: 'ada@client.example' },
    { id: '2', ...nothing },
  ])
  expect(Object.keys(linesOf(stdout)[0] ?? {})).toEqual(['id', ...Object.keys(nothing)])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^-:3: /)])
})

test('a talk in the terminal shows who answered, and what was noted', async () => {
  const { code, stdout, stderr } = await run([], { input: 'What does an MVP cost?\n\nada@client.example\n' })
  expect(code).toBe(0)
  expect(stdout).toContain('$2,999')
  expect(stderr).toMatch(/answered by built-in.*noted email: ada@client\.example/s)
})

test('a message that is too long for a visitor is too long in the terminal', async () => {
  const { code, stdout, stderr } = await run([], { input: `${'x'.repeat(2_001)}\n` })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toContain('too long for one message')
})

test('a talk in the terminal shows which model failed, and why', async () => {
  const gateway = await startGateway({ one: answersStatus(503), two: replies(mvpReply) })
  const variables = { CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: 'one,two' }
  const { stdout, stderr } = await run([], { input: 'What does an MVP cost?\n', variables })
  expect(stdout).toBe(`${mvpReply}\n`)
  expect(stderr).toMatch(/one failed: status 503\n.*answered by two/s)
})
