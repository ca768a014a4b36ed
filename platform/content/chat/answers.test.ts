import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../../tests/support/content.ts'
import { temporaryFolder } from '../../../tests/support/databases.ts'
import { readFacts } from '../facts/facts.ts'
import { readAnswers } from './answers.ts'

const items = [
  { id: 'weddings', title: 'Weddings', description: 'A whole day. Two hundred pictures.' },
  { id: 'portraits', title: 'Portraits', description: 'One hour in the studio.' },
]
const facts = { ...readFacts(), page: { services: { items } } }

const answer = (id: string) => ({ id, says: ['I don’t know that. Ask the founder.'], next: 'What else?' })
const always = ['unknown', 'go-on', 'my-project', 'my-details'].map(answer)

/** The lines of an answer's examples in a file: eight, and those given. */
function eightOf(id: string, ...more: string[]): string {
  const eight = Array.from({ length: 8 }, (_, i) => `${id} ${i} of {it.title}`)
  return [`${id}: |`, ...[...eight, ...more].map((line) => `  ${line}`), ''].join('\n')
}

function read(answers: readonly { id: string }[], examples = answers.map(({ id }) => eightOf(id)).join('')) {
  writeOwn(JSON.stringify(answers), examples)
  return readAnswers(facts)
}

/** A content/ of its own, until the test has ended. */
function writeOwn(answers: string, examples: string): void {
  onTestFinished(leaveFolder)
  enterFolder(temporaryFolder())
  for (const name of ['agent/answers', 'agent/examples', 'legal']) mkdirSync(`content/${name}`, { recursive: true })
  for (const name of ['terms', 'privacy']) writeFileSync(`content/legal/${name}.md`, '---\nupdated: 2026-01-02\n---\n')
  writeFileSync('content/agent/answers/own.yaml', answers)
  writeFileSync('content/agent/examples/own.yaml', examples)
}

test('makes an answer for each entry of a list, with its words in sentences, question and examples', () => {
  const service = {
    id: 'service',
    each: 'page.services.items',
    says: ['{it.title} are among the services, which are {page.services.items}.', '{it.description}'],
    next: 'When would {it.title} be?',
  }
  const [first, second] = read([service, ...always])
  const sentence = 'Weddings are among the services, which are Weddings and Portraits.'
  const says = [sentence, 'A whole day.', 'Two hundred pictures.']
  expect(first).toMatchObject({ id: 'service-weddings', says, next: 'When would Weddings be?' })
  expect([first?.examples[0], second?.id]).toEqual(['service 0 of Weddings', 'service-portraits'])
})

test.each([
  [{ each: 'page.services' }, 'each: must be the path of a list, like page.services.items'],
  [{ says: ['One.', 'No full stop'] }, 'says[1]: must be one sentence'],
  [{ says: ['A single sentence.'] }, 'says: must be at least two sentences'],
  [{ says: ['One.', '{it.description}'], each: 'page.services.items', next: 'No' }, 'next: must be one question'],
  [{ says: ['It is {it.colour}.', 'Two.'] }, '{it.colour} isn’t a number, range, or text'],
])('refuses %j', (fields, reason) => {
  expect(() => read([{ ...answer('own'), ...fields }, ...always])).toThrow(reason)
})

test('requires the answers that what has happened asks for, or `unknown` alone where there is no chat', () => {
  expect(() => read([answer('one'), answer('two')])).toThrow(
    /the id unknown.*the id go-on.*the id my-project.*the id my-details/s,
  )
  expect(() => read([answer('unknown')])).not.toThrow()
})

test('names examples without an answer, answers with too few examples, and an example of two answers', () => {
  const [unknown, goOn] = [eightOf('unknown', 'What’s up?'), eightOf('go-on', 'what’s UP?')]
  const place = 'content/agent/examples/own.yaml'
  expect(() => read(always, `my-details: |\n  me\n${eightOf('my-projekt')}${unknown}${goOn}`)).toThrow(
    [
      `${place}: line 3: no answer has the id my-projekt; did you mean \`my-project\`?`,
      'content/agent/examples: my-project: must have at least eight examples, one per line, not 0',
      `${place}: my-details: must have at least eight examples, one per line, not 1`,
      `“What’s up?” is an example of unknown (${place}: line 21) and of go-on (${place}: line 31): keep one`,
    ].join('\n'),
  )
})

test('says where examples belong that stand among the answers', () => {
  writeOwn('- id: one\n  says:\n    - First.\n  asks: |\n    one?\n', eightOf('one'))
  expect(() => readAnswers(facts)).toThrow(
    'content/agent/answers/own.yaml: line 4: examples belong in content/agent/examples/; a command in CHANGELOG.md moves them',
  )
})

test.each([
  ['says', 'A whole day', '{it.description}', 'A whole day', 'one sentence'],
  ['says', 'A day. Two hundred prints', '{it.description}', 'Two hundred prints', 'one sentence'],
  ['next', 'A day. Two', 'What about {it.description}?', 'What about A day. Two?', 'one question'],
] as const)('names the place of a value that an answer has in %s: %j', (field, description, text, said, rule) => {
  const list = { ...facts, page: { services: { items: [{ id: 'day', title: 'Day', description }] } } }
  const own = { ...answer('own'), each: 'page.services.items' }
  const answers = [{ ...own, ...(field === 'says' ? { says: ['One.', text] } : { next: text }) }, ...always]
  writeOwn(JSON.stringify(answers), answers.map(({ id }) => eightOf(id)).join(''))
  mkdirSync('content/home')
  writeFileSync(
    'content/home/services.yaml',
    `name: Services\nitems:\n  - title: Day\n    description: ${description}\n`,
  )
  const says = `the chat says the text from content/home/services.yaml, line 4, which must be ${rule}`
  expect(() => readAnswers(list)).toThrow(says)
  expect(() => readAnswers(list)).toThrow(`: ${said} (line`)
})
