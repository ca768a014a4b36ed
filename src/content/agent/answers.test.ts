import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../../tests/support/content.ts'
import { readFacts } from '../facts/facts.ts'
import { readAnswers, withExample, withoutExample } from './answers.ts'

const facts = {
  ...readFacts(),
  page: {
    services: {
      items: [
        { id: 'weddings', title: 'Weddings', description: 'A whole day. Two hundred pictures.' },
        { id: 'portraits', title: 'Portraits', description: 'One hour in the studio.' },
      ],
    },
  },
}

const asks = Array.from({ length: 8 }, (_, i) => `question ${i} about {it.title}`)

/** Answers of which the first is the given one. */
function read(entry: object, others?: object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'))
  onTestFinished(() => leaveFolder())
  enterFolder(folder)
  for (const name of ['agent/answers', 'legal']) mkdirSync(`content/${name}`, { recursive: true })
  for (const name of ['terms', 'privacy']) writeFileSync(`content/legal/${name}.md`, '---\nupdated: 2026-01-02\n---\n')
  const unknown = {
    id: 'unknown',
    says: ['I don’t know that. Ask the founder.'],
    next: 'What else?',
    asks: asks.join('\n'),
  }
  const always = ['unknown', 'go-on', 'my-project', 'my-details'].map((id) => ({ ...unknown, id }))
  writeFileSync(
    'content/agent/answers/own.yaml',
    JSON.stringify([{ ...unknown, ...entry }, ...(others ?? ('id' in entry ? always : []))]),
  )
  return readAnswers(facts)
}

test('an answer is made for each entry of a list of the page, with its own words in sentences, questions and examples', () => {
  const [first, second] = read({
    id: 'service',
    each: 'page.services.items',
    says: ['{it.title} are among the services, which are {page.services.items}.', '{it.description}'],
    next: 'When would {it.title} be?',
    asks: asks.join('\n'),
  })
  expect(first).toMatchObject({
    id: 'service-weddings',
    says: [
      'Weddings are among the services, which are Weddings and Portraits.',
      'A whole day.',
      'Two hundred pictures.',
    ],
    next: 'When would Weddings be?',
  })
  expect(first?.asks[0]).toBe('question 0 about Weddings')
  expect(second?.id).toBe('service-portraits')
})

test.each([
  [{ each: 'page.services' }, 'each: must be the place of a list, like page.services.items'],
  [{ id: 'x', says: ['One.', 'No full stop'], next: 'What?' }, 'says[1]: must be one sentence'],
  [{ says: ['A single sentence.'] }, 'says: must be at least two sentences'],
  [
    { says: ['One.', 'And {it.description}'], each: 'page.services.items', id: 'x', next: 'No' },
    'next: must be one question',
  ],
  [{ says: ['It is {it.colour}.', 'Two.'] }, '{it.colour} is no number, range or text'],
])('%j is refused', (entry, reason) => {
  expect(() => read({ asks: asks.join('\n'), ...entry })).toThrow(reason)
})

test('without the answers that are given by what has happened there is no agent', () => {
  const alone = { says: ['Write to us.', 'We answer.'], asks: asks.join('\n'), next: 'Will you?' }
  expect(() => read({ id: 'x', asks: asks.join('\n') }, [{ ...alone, id: 'y' }])).toThrow(
    /the id unknown.*the id go-on.*the id my-project.*the id my-details/s,
  )
  expect(() => read({ ...alone, id: 'unknown' }, [])).not.toThrow()
})

const yaml = `- id: one
  says:
    - First.
  asks: |
    what is one
    one?

- id: two
  asks: |
    what is two
`

test('an example is put at the end of its answer’s examples, and nothing else changes', () => {
  expect(withExample(yaml, 'one', 'and one more')).toBe(yaml.replace('    one?\n', '    one?\n    and one more\n'))
  expect(withExample(yaml, 'two', 'deux')).toBe(yaml.replace('    what is two\n', '    what is two\n    deux\n'))
})

test('an answer that is in another file is not found', () => {
  expect(withExample(yaml, 'three', 'x')).toBeUndefined()
})

test('an example is taken away as it was added, unless another one was put behind it', () => {
  for (const id of ['one', 'two']) {
    const taught = withExample(yaml, id, 'one more') ?? ''
    expect(withoutExample(taught, id, 'one more')).toBe(yaml)
    expect(withoutExample(withExample(taught, id, 'and another') ?? '', id, 'one more')).toBeUndefined()
  }
  expect(withoutExample(yaml, 'three', 'x')).toBeUndefined()
})
