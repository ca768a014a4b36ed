import { expect, test } from 'vitest'
import { fillProse } from './fill-prose.ts'

const facts = { lang: 'en', packages: [{ id: 'startup-mvp', usd: 4000 }], leadTimes: { mvpWeeks: { from: 2, to: 4 } } }

function fill(text: string): string {
  return fillProse(text, facts, { file: 'articles/a.md', line: 7 }, 'article')
}

test('facts are put where a text names them, in links and tables too', () => {
  expect(
    fill('USD {packages.startup-mvp.usd} in {leadTimes.mvpWeeks} weeks, [a](/?b={packages.startup-mvp.usd})'),
  ).toBe('USD 4,000 in 2-4 weeks, [a](/?b=4,000)')
})

test('code stays as it is, however it is marked', () => {
  const code = [
    '```ts\nconst a = { b: 1 }\n```',
    '~~~json\n{}\n~~~',
    '````text\n```\n{a}\n```\n{b}\n````',
    '1. First:\n\n   ```ts\n   {a}\n   ```',
    '> ```ts\n> {a}\n> ```',
    'Write `{a}`, `` {b} ` {c} `` and `{d}\n{e}`.',
    '```ts\n{never closed}\n',
  ]
  for (const text of code) expect(fill(text)).toBe(text)
})

test('what stands between code, after one backtick alone, or in a figure, is text', () => {
  expect(fill('`a` {leadTimes.mvpWeeks} `b`')).toBe('`a` 2-4 `b`')
  expect(fill('A ` here.\n\n{leadTimes.mvpWeeks} and ` there.')).toBe('A ` here.\n\n2-4 and ` there.')
  expect(fill('```ts\n{a}\n```\n{leadTimes.mvpWeeks}\n```ts\n{b}\n```')).toBe('```ts\n{a}\n```\n2-4\n```ts\n{b}\n```')
  expect(fill('```scale\nrows:\n  A: "{leadTimes.mvpWeeks}"\n```\r\n')).toBe('```scale\nrows:\n  A: "2-4"\n```\r\n')
})

test('what is no fact stops the build with file and line, in figures too', () => {
  expect(() => fill('a\n\n{b}')).toThrow('content/articles/a.md:9: {b} is no number')
  expect(() => fill('a\n\n```scale\nrows:\n  A: "{b}"\n```')).toThrow('content/articles/a.md:11: {b} is no number')
  expect(() => fill('{}')).toThrow('content/articles/a.md:7: {} is no number')
  expect(() => fill('{constructor.name}')).toThrow('is no number')
})
