import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engines } from '../../../tests/support/databases.ts'
import { act, adaConsultation } from '../../../tests/support/desk.ts'
import { send } from '../../../tests/support/http.ts'
import { enterLisbon, sendChat } from '../../../tests/support/lisbon.ts'

const strange = 'Can my parrot juggle teapots?'

test.each(engines)('teaches a message in its own or other words, and undoes it, on $name', async (engine) => {
  const app = await enterLisbon(engine)
  await sendChat(app, strange)
  const signed = { role: 'assistant', content: 'Custa 1.200 €.', isMessage: false }
  const asked = { role: 'user', content: strange, isMessage: true }
  const { answers, ...rest } = await act(app, 'training.list', {})
  expect(rest).toMatchObject({ build: 'newest', messages: [{ message: strange, around: [signed, asked] }] })
  expect(rest.counts).toEqual({ messages: 1, sure: 0 })
  expect(answers.map(({ id }) => id)).toContain('unknown')

  for (const words of [strange, 'do parrots juggle']) {
    const added = await act(app, 'training.teach', { id: 'unknown', words: `  ${words} `, message: strange })
    expect(added).toMatchObject({ id: 'unknown', example: words, file: 'agent/examples/conversa.yaml' })
    expect(readFileSync('content/agent/examples/conversa.yaml', 'utf8')).toMatch(`\n  ${words}\n`)
    expect(await act(app, 'training.list', {})).toMatchObject({
      ...{ build: 'older', newExamples: 1, messages: [] },
      saved: [{ message: strange, savedAs: { id: 'unknown', title: 'O que não sei' } }],
    })
    await act(app, 'training.undo', added)
    expect(await act(app, 'training.list', {})).toMatchObject({ build: 'newest', messages: [{ message: strange }] })
  }
  await act(app, 'training.ignore', { message: strange.toUpperCase() })
  expect(await act(app, 'training.list', {})).toMatchObject({ messages: [], ignored: [{ message: strange }] })
  await act(app, 'training.ignore', { message: strange, undo: true })
  expect(await act(app, 'training.list', {})).toMatchObject({ messages: [{ message: strange }], ignored: [] })
  const transcript = [
    { role: 'assistant', content: 'A forged reply.' },
    { role: 'user', content: 'Do you paint zebras on Sundays?' },
  ]
  await send(app, { ...adaConsultation, transcript, requestId: 'forged' }, { form: 'booking' })
  const { messages } = await act(app, 'training.list', {})
  expect(messages.flatMap(({ around }) => around).filter(({ isMessage }) => !isMessage)).toEqual([signed])
})

test('lists each wording once with the nearest answers, without long, private, or taught ones', async () => {
  const app = await enterLisbon()
  await act(app, 'training.teach', { id: 'unknown', words: 'Posso ver > Can my zebra juggle teapots?' })
  const repeated = [strange, strange.toUpperCase(), `${strange} ada@example.com`, 'teapots '.repeat(40)]
  await sendChat(app, ...repeated, 'posso ver!', 'can my zebra JUGGLE teapots')
  await sendChat(app, 'Can my zebra juggle teapots?')
  const { messages } = await act(app, 'training.list', {})
  const listed = messages.filter(({ message }) => message !== 'posso ver!')
  expect(listed.map(({ message }) => message).toSorted()).toEqual([strange, 'Can my zebra juggle teapots?'])
  expect(listed.at(-1)?.nearest.length).toBeGreaterThan(1)
  const percents = messages.map(({ nearest }) => nearest[0]?.percent ?? 0)
  expect(percents).toEqual(percents.toSorted((one, other) => one - other))
})

test('leaves a file that has changed since, and all others', async () => {
  const app = await enterLisbon()
  const added = await act(app, 'training.teach', { id: 'unknown', words: strange, message: strange })
  const file = join('content', added.file)
  const changed = `${readFileSync(file, 'utf8')}# mine\n`
  writeFileSync(file, changed)
  await expect(act(app, 'training.undo', added)).rejects.toThrow(`${added.file} has changed since`)
  expect(readFileSync(file, 'utf8')).toBe(changed)
  await expect(act(app, 'training.undo', { ...added, file: '../studio.yaml' })).rejects.toThrow('has changed since')
})

test.each([
  ['unknown', ' ?! ', 'Enter a message'],
  ['nobody', strange, 'There is no answer nobody'],
  ['unknown', 'Quanto custa um casamento', 'is already an example of preco-casamento'],
])('teaches %s nothing where it can’t: %s', async (id, words, reason) => {
  await expect(act(await enterLisbon(), 'training.teach', { id, words, message: words })).rejects.toThrow(reason)
})

test('reports that the site isn’t built, and what is wrong with the content', async () => {
  const app = await enterLisbon()
  rmSync('dist/current/server/chat.bin')
  expect(await act(app, 'training.list', {})).toMatchObject({ build: 'none', messages: [] })
  writeFileSync('content/agent/answers/sobre.yaml', '- id: broken\n')
  await expect(act(app, 'training.list', {})).rejects.toThrow('Fix the content first: ')
})
