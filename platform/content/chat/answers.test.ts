import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../../tests/support/content.ts'
import { temporaryFolder } from '../../../tests/support/databases.ts'
import { readFacts } from '../facts/facts.ts'
import { answersOn, readAnswers } from './answers.ts'

const items = [
  { id: 'weddings', title: 'Weddings', description: 'A whole day. Two hundred pictures.' },
  { id: 'portraits', title: 'Portraits', description: 'One hour in the studio.' },
]
const facts = { ...readFacts(), page: { services: { items } } }

const answer = (id: string) => ({ id, title: `About ${id}`, says: ['I don’t know that.'], next: 'What else?' })
const always = ['unknown', 'unclear', 'go-on', 'my-project', 'my-details'].map(answer)

/** Formats an answer's examples as YAML: eight generated lines, then `more`. */
function eightOf(id: string, ...more: string[]): string {
  const eight = Array.from({ length: 8 }, (_, i) => `${id} ${i} of {it.title}`)
  return [`${id}: |`, ...[...eight, ...more].map((line) => `  ${line}`), ''].join('\n')
}

function read(answers: readonly { id: string }[], examples = answers.map(({ id }) => eightOf(id)).join('')) {
  writeOwn(JSON.stringify(answers), examples)
  return readAnswers(facts)
}

/** Writes a temporary content/ folder for one test. */
function writeOwn(answers: string, examples: string): void {
  onTestFinished(leaveFolder)
  enterFolder(temporaryFolder())
  for (const name of ['agent/answers', 'agent/examples', 'legal']) mkdirSync(`content/${name}`, { recursive: true })
  for (const name of ['terms', 'privacy']) writeFileSync(`content/legal/${name}.md`, '---\nupdated: 2026-01-02\n---\n')
  writeFileSync('content/agent/answers/own.yaml', answers)
  writeFileSync('content/agent/examples/own.yaml', examples)
}

test('makes an answer for each entry of a list, with its words in title, sentences, question and examples', () => {
  const service = {
    id: 'service',
    each: 'page.services.items',
    title: 'Photos: {it.title}',
    kind: 'refusal',
    opens: 'fair',
    says: ['{it.title} are among the services, which are {page.services.items}.', '{it.description}'],
    next: ['q.date', { ask: 'When would {it.title} be?', expects: 'date', leadsTo: ['go-on'] }],
  }
  const [first, second] = read([service, ...always])
  const list = 'Weddings are among the services, which are Weddings and Portraits.'
  expect(first).toMatchObject({
    id: 'service-weddings',
    title: 'Photos: Weddings',
    kind: 'refusal',
    opens: 'fair',
    // A value with multiple sentences becomes multiple facts, which stay together.
    facts: [
      { id: 'service-weddings.1', text: list, leans: false, about: null },
      { id: 'service-weddings.2', text: 'A whole day.', leans: false },
      { id: 'service-weddings.3', text: 'Two hundred pictures.', leans: true },
    ],
    next: ['q.date', 'service-weddings.next-2'],
    questions: [{ text: 'When would Weddings be?', expects: 'date', leadsTo: ['go-on'], yes: null }],
  })
  expect([first?.examples[0], second?.id]).toEqual([
    { text: 'service 0 of Weddings', about: null },
    'service-portraits',
  ])
})

test('a question with `yes` expects yes or no, and a sentence about a follow-up has its own examples', () => {
  const next = { ask: 'Shall I go on?', yes: 'go-on' }
  const own = { ...answer('own'), says: ['One.', { text: 'Two.', about: 'even later', leans: true }], next }
  const examples = [own, ...always].map(({ id }) => eightOf(id)).join('') + eightOf('own/even later')
  const [entry] = read([own, ...always], examples)
  expect(entry?.questions).toMatchObject([{ id: 'own.next', expects: 'yesNo', yes: 'go-on' }])
  expect(entry?.facts.map(({ leans, about }) => [leans, about])).toEqual([
    [false, null],
    [true, 'even later'],
  ])
  expect(entry?.examples.filter(({ about }) => about === 'even later')).toHaveLength(8)
})

test.each([
  [{ each: 'page.services' }, 'each: must be the path of a list, like page.services.items'],
  [{ says: ['One.', 'No full stop'] }, 'says[1]: must be one sentence'],
  [{ says: ['One.', 'Is it?'] }, 'says[1]: must be one sentence'],
  [{ says: [] }, 'says: must have at least one sentence'],
  [{ says: [{ text: 'It is blue.', leans: true }, 'Two.'] }, 'says[0]: must make sense alone. Remove “leans”'],
  [{ says: ['One.', '{it.description}'], each: 'page.services.items', next: 'No' }, 'next[0]: must be one question'],
  [{ next: 'date' }, 'next[0]: must be one question'],
  [{ says: ['It is {it.colour}.', 'Two.'] }, '{it.colour} isn’t a number, range, or text'],
  [{ title: 'In {it.colour}' }, '{it.colour} isn’t a number, range, or text'],
  [{ title: undefined }, 'title: is missing'],
  [{ kind: 'emergency' }, 'kind: '],
  [{ as: 'talk' }, 'as: unknown field'],
  [{ until: '2026-12-31' }, 'must have both `until` and `afterwards`, or neither'],
  [{ title: 'About go-on' }, 'two answers are titled “About go-on”'],
])('refuses %j', (fields, reason) => {
  expect(() => read([{ ...answer('own'), ...fields }, ...always])).toThrow(reason)
})

test('requires the answers that the chat gives on its own, or `unknown` alone where it knows nothing', () => {
  expect(() => read([answer('one'), answer('two')])).toThrow(
    /answer unknown,.*answer unclear,.*answer go-on,.*answer my-project,.*answer my-details,/s,
  )
  expect(() => read([answer('unknown')])).not.toThrow()
})

test('after its last day, an answer says what comes afterwards', () => {
  const until = { until: '2026-12-31', afterwards: { says: ['It’s over.'], next: 'q.date' } }
  const entries = read([{ ...answer('own'), ...until }, ...always])
  const said = (day: string) => answersOn(entries, day).find(({ id }) => id === 'own')
  expect(said('2026-12-31')).toMatchObject({ facts: [{ text: 'I don’t know that.' }], next: ['own.next'] })
  expect(said('2027-01-01')).toMatchObject({ facts: [{ id: 'own.1', text: 'It’s over.' }], next: ['q.date'] })
})

test('names examples without an answer, answers with too few examples, and an example of two answers', () => {
  const [unknown, unclear, goOn] = [
    eightOf('unknown', 'What’s up?'),
    eightOf('unclear'),
    eightOf('go-on', 'what’s UP?'),
  ]
  const place = 'content/agent/examples/own.yaml'
  const more = eightOf('my-projekt') + eightOf('go-on/why')
  expect(() => read(always, `my-details: |\n  me\n${more}${unknown}${unclear}${goOn}`)).toThrow(
    [
      `${place}: line 3: no answer has the id my-projekt; did you mean \`my-project\`?`,
      `${place}: line 12: no answer has the id go-on/why`,
      'content/agent/examples: my-project: must have at least eight examples, one per line, not 0',
      `${place}: my-details: must have at least eight examples, one per line, not 1`,
      `“What’s up?” is an example of unknown (${place}: line 30) and of go-on (${place}: line 49). Keep it in one place`,
    ].join('\n'),
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
