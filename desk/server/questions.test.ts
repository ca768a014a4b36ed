import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { describe, expect, onTestFinished, test } from 'vitest'
import { siteContent } from '../../src/content/site-content.ts'
import { trainedAnswers } from '../../src/features/agent/book/trained-answers.ts'
import { submitConsultation } from '../../src/features/leads/consultation.form.ts'
import { enterFolder, leaveFolder } from '../../tests/support/content.ts'
import { engines, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { adaBooking, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { Refusal } from './action.ts'
import { changes, reads } from './actions.ts'

const strange = 'Can my parrot juggle teapots?'
const file = 'content/agent/examples/prices.yaml'

/** A folder of a studio’s own, so that what is taught changes no other test’s content. */
function enterStudio({ isBuilt = true } = {}) {
  const [folder, answers] = [temporaryFolder(), siteContent().agent.answers]
  const trained = serialize(trainedAnswers(answers))
  cpSync('sample', join(folder, 'content'), { recursive: true })
  onTestFinished(() => leaveFolder())
  enterFolder(folder)
  if (!isBuilt) return
  mkdirSync('dist/current/server', { recursive: true })
  writeFileSync('dist/current/server/answers.bin', trained)
}

async function sendTalk(app: TestApp, content = strange) {
  const transcript = [
    { role: 'user', content: 'What does an MVP cost?' },
    { role: 'assistant', content: 'It costs $2,999.' },
    { role: 'user', content },
  ] as const
  const sent = { values: adaBooking, transcript, isAgreed: false, abandoned: false, requestId: crypto.randomUUID() }
  const result = await submitConsultation(app.booking, sent, visitor)
  return result.outcome === 'stored' ? result.reference : ''
}

describe.each(engines)('chat training on $name', (engine) => {
  test('lists a message until it is taught to an answer, and again when that is undone', async () => {
    const app = await openTestApp(await engine.createPlace())
    const reference = await sendTalk(app)
    enterStudio()
    const { build, questions, answers } = await reads.questions(app, {})
    expect([build, questions.length]).toEqual(['newest', 1])
    expect(questions).toMatchObject([{ message: strange, reference, reply: 'It costs $2,999.' }])
    expect(answers).toContainEqual({ id: 'unknown', says: expect.stringMatching(/\.$/) })

    const before = readFileSync(file, 'utf8')
    const [id = ''] = /^[^:]+/.exec(before) ?? []
    const taught = await changes.teach(app, { id, words: `  ${strange} `, message: strange })
    expect(taught).toMatchObject({ id, example: strange, file: 'agent/examples/prices.yaml' })
    expect(await reads.questions(app, {})).toMatchObject({ build: 'older', questions: [] })
    await changes.takeBack(app, taught)
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(await reads.questions(app, {})).toMatchObject({ build: 'newest', questions: [{ message: strange }] })
  })

  test('drops a message that was taught in other words', async () => {
    const app = await openTestApp(await engine.createPlace())
    await sendTalk(app)
    await sendTalk(app, 'Do you paint zebras on Sundays?')
    enterStudio()
    await changes.teach(app, { id: 'unknown', words: 'do parrots juggle', message: strange })
    expect((await reads.questions(app, {})).questions).toMatchObject([{ message: 'Do you paint zebras on Sundays?' }])
  })
})

test('a file that was changed since isn’t changed back', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  enterStudio()
  const taught = await changes.teach(app, { id: 'unknown', words: strange, message: strange })
  const changed = `${readFileSync(join('content', taught.file), 'utf8')}# mine\n`
  writeFileSync(join('content', taught.file), changed)
  await expect(changes.takeBack(app, taught)).rejects.toThrow(`${taught.file} was changed since`)
  expect(readFileSync(join('content', taught.file), 'utf8')).toBe(changed)
})

test('touches no other file, and teaches nothing without words or an answer', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  enterStudio()
  const outside = { id: 'unknown', example: 'x', file: '../../studio.yaml', mark: '' }
  await expect(changes.takeBack(app, outside)).rejects.toThrow(Refusal)
  await expect(changes.teach(app, { id: 'unknown', words: ' ?! ', message: 'x' })).rejects.toThrow(Refusal)
  await expect(changes.teach(app, { id: 'nobody', words: strange, message: 'x' })).rejects.toThrow('no answer “nobody”')
})

test('says that the site isn’t built, or what is wrong in the content', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  enterStudio({ isBuilt: false })
  expect(await reads.questions(app, {})).toMatchObject({ build: 'none', questions: [] })
  writeFileSync('content/agent/answers/prices.yaml', '- id: broken\n')
  await expect(reads.questions(app, {})).rejects.toThrow('First put the content right: ')
})
