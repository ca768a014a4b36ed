import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enterFolder, leaveFolder, sampleFolder } from '../../tests/support/content.ts'
import { temporaryFolder } from '../../tests/support/databases.ts'
import { readArticles } from './articles.ts'

const today = new Date('2026-03-09T00:00:00Z')
const facts = { lang: 'en-US', leadTimes: { sprintHours: 72 } }

beforeEach(() => {
  enterFolder(temporaryFolder())
  cpSync(join(sampleFolder, 'drawings'), 'content/drawings', { recursive: true })
})
afterEach(leaveFolder)

function write(file: string, text: string | Uint8Array): void {
  const path = join('content/articles', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** A valid article with some fields replaced. */
function article({ body = 'Some words.\n', ...fields }: Record<string, string> = {}): string {
  const right = {
    title: 'A title',
    description: 'A description that says in one sentence what stands below.',
    date: '2026-01-05',
    tags: '[SaaS]',
  }
  const lines = Object.entries({ ...right, ...fields }).filter(([, value]) => value !== '')
  return `---\n${lines.map(([key, value]) => `${key}: ${value}\n`).join('')}---\n${body}`
}

const read = () => readArticles(facts, today)

/** Reads an article with an invalid field. */
const wrong = (fields: Record<string, string>) => () => {
  write('a.md', article(fields))
  read()
}

describe('of the articles are out', () => {
  test('those of the day and before, the newest first, and of one day in the order of their addresses', () => {
    const dates = { b: '2026-01-05', c: '2026-03-09', a: '2026-01-05', later: '2026-03-10' }
    for (const [slug, date] of Object.entries(dates)) write(`${slug}.md`, article({ date }))
    expect(read().map(({ path }) => path)).toEqual(['/blog/c', '/blog/a', '/blog/b'])
    expect(readArticles(facts, new Date('2026-03-10T00:00:00Z'))[0]?.slug).toBe('later')
  })

  test('no drafts and none to come, though others may name them as related, unless they are asked for by name', () => {
    write('a.md', article({ related: '[draft, later]' }))
    write('draft.md', article({ draft: 'true' }))
    write('later.md', article({ date: '2026-03-10' }))
    expect(read().map(({ slug }) => slug)).toEqual(['a'])
    const withOne = (name: string) => readArticles(facts, today, ({ slug }) => slug === name).map(({ slug }) => slug)
    for (const name of ['draft', 'later']) expect(withOne(name).toSorted()).toEqual(['a', name])
  })
})

describe('an article', () => {
  test('has its words counted in text and headings, and read at 225 a minute, rounded up', () => {
    write('a.md', article({ body: `${'word '.repeat(223)}\n\n## One heading\n\n![Not counted](p.svg)\n` }))
    write('p.svg', '<svg viewBox="0 0 4.4 3"/>')
    expect(read()[0]).toMatchObject({ wordCount: 225, minutes: 1 })
    write('a.md', article({ body: `${'word '.repeat(226)}\n` }))
    expect(read()[0]).toMatchObject({ wordCount: 226, minutes: 2 })
  })

  test('can be a file, or a folder with its pictures', () => {
    write('a/index.md', article({ body: 'Look:\n\n![A kite](kite-1.svg "Up")\n' }))
    write('a/kite-1.svg', '<svg viewBox="0 0 40 30"/>')
    write('b.md', article())
    expect(read().map(({ file }) => file)).toEqual(['articles/a/index.md', 'articles/b.md'])
    const src = expect.stringMatching(/^\/pictures\/kite-1-[0-9a-f]{8}\.svg$/)
    expect(read()[0]?.pictures.get('kite-1.svg')).toMatchObject({ src, width: 40, height: 30 })
  })

  test('reads the same with Windows line ends, a byte order mark, and no line end at its end', () => {
    const body = '## A heading\n\nWords.\n\n```scale\ncaption: C\nunit: u\nrows:\n  A: 1\n```\n\nThe end.'
    write('a.md', article({ body }))
    const [plain] = read()
    write('a.md', `\uFEFF${article({ body }).replaceAll('\n', '\r\n')}`)
    const [windows] = read()
    expect(windows?.prose.sections).toEqual(plain?.prose.sections)
    expect(windows?.prose.tokens).toEqual(plain?.prose.tokens)
  })
})

describe('the build is stopped, with file and field, by', () => {
  test.each([
    [{ title: '' }, 'title: is missing'],
    [{ title: '"  "' }, 'title: must not be empty'],
    [{ title: '"a\\nb"' }, 'title: must be one line'],
    [{ title: 'x'.repeat(91) }, 'title: must have at most 90 characters'],
    [
      { title: 'In {a.b} days' },
      'title: {a.b} isn’t a number, range, or text in content/offers.yaml (line 2: In {a.b}',
    ],
    [{ description: 'Too short' }, 'description: must have at least 50 characters'],
    [{ date: '2026-02-30' }, 'date: must be a day, like 2025-12-06'],
    [{ updated: '2026-01-04' }, 'updated: must not be before date'],
    [{ updated: '2026-03-10' }, 'updated: must not be in the future'],
    [{ tags: '["++"]' }, 'tags[0]: must be one line with a letter or a digit, like C++ (line 5: ++)'],
    [
      { tags: '[C++, c plus plus]' },
      'tags[1]: “c plus plus” has the same URL as “C++” (c-plus-plus). Spell both the same',
    ],
    [{ tags: '[a, a]' }, 'tags: must not have duplicates'],
    [{ related: '[b]' }, 'related[0]: there is no article b'],
    [{ related: '[a]' }, 'related[0]: is this article itself'],
    [{ author: 'Me' }, 'author: unknown field; the fields here are title, description'],
  ])('%j', (fields, reason) => {
    expect(wrong(fields)).toThrow(`content/articles/a.md:\n  ${reason}`)
  })

  test('a name that is no address, and a place where nobody would look', () => {
    for (const file of ['A.md', 'a b.md', 'a_b/index.md', 'index.md', 'a/article.md', 'a/b/index.md']) {
      write(file, article())
      expect(read, file).toThrow(`content/articles/${file}: `)
      rmSync(join('content/articles', file))
    }
  })

  test('no fields, no text, or another encoding', () => {
    write('a.md', 'Words.\n\n---\n\ntitle: x\n\n---\n')
    expect(read).toThrow('content/articles/a.md: must begin with its fields, each on its own line')
    expect(wrong({ body: '\n' })).toThrow('content/articles/a.md: has no body')
    write('a.md', Buffer.from(article({ body: 'Grüße' }), 'latin1'))
    expect(read).toThrow(/content\/articles\/a\.md: .*must be saved as UTF-8/)
  })

  test('a picture that is not there, is none, or has a name that no address holds', () => {
    const picture = (name: string) => wrong({ body: `Look:\n\n![A kite](${name})\n` })
    expect(picture('none.svg')).toThrow(
      'content/articles/a.md:9: the picture none.svg is not in content/articles/ or content/pictures/',
    )
    for (const name of ['https://x.example/a.svg', '../../a.svg', '/pictures/a.svg'])
      expect(picture(name)).toThrow('must be named without a folder. Write a.svg')
    expect(picture('my%20kite.svg')).toThrow('must have a name of letters, digits, - and _')
    expect(picture('kite.heic')).toThrow('must be an .svg, .png, .jpg, .webp or .avif file. Export it as one')
    write('broken.png', 'nonsense')
    expect(picture('broken.png')).toThrow('the picture broken.png isn’t a picture, or is damaged. Export it again')
  })

  test('a wrong text, by its line in the file', () => {
    expect(wrong({ body: 'One.\n\nTwo {foo}.\n' })).toThrow('content/articles/a.md:9: {foo} isn’t a number')
    expect(wrong({ body: 'One.\n\n![](kite.svg)\n' })).toThrow(
      'content/articles/a.md:9: the picture has no alternative text',
    )
  })
})
