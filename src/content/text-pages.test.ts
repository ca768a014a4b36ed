import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../tests/support/content.ts'
import { siteContent } from './site-content.ts'
import { readTextPages } from './text-pages.ts'

const { facts } = siteContent()
const folder = mkdtempSync(join(tmpdir(), 'kitewright-pages-'))
const about = `---
title: About {studio.name}
description: Who makes what is shown here, since when, where, and how to reach them.
---
## Since when

Look: ![The workshop](workshop.svg)
`

function write(file: string, text: string): void {
  mkdirSync(join('content', file, '..'), { recursive: true })
  writeFileSync(join('content', file), text)
}

beforeAll(() => enterFolder(folder))
beforeEach(() => {
  rmSync('content', { recursive: true, force: true })
  for (const name of ['privacy', 'terms'])
    write(`legal/${name}.md`, about.replace('---\n#', 'updated: 2026-02-03\n---\n#').replace(/Look.*/, 'Words.'))
})
afterAll(() => {
  leaveFolder()
  rmSync(folder, { recursive: true })
})

test('a file of content/pages is a page, with headings, pictures, facts and the day of its last change', () => {
  write('pages/about-us/index.md', about)
  write('pages/about-us/workshop.svg', '<svg viewBox="0 0 40 30"/>')
  const [page, ...legal] = readTextPages(facts)
  expect(page).toMatchObject({
    path: '/about-us',
    title: `About ${facts.studio.name}`,
    updated: undefined,
    isLegal: false,
  })
  expect(page?.prose.headings.map(({ text }) => text)).toEqual(['Since when'])
  expect([...(page?.pictures.keys() ?? [])]).toEqual(['workshop.svg'])
  expect(legal.map(({ path, writtenUpdated }) => [path, writtenUpdated])).toEqual([
    ['/privacy', 'February 3, 2026'],
    ['/terms', 'February 3, 2026'],
  ])
})

test.each([
  ['pages/blog.md', 'the address /blog is taken'],
  ['pages/About Us.md', 'it must be lower-case words joined by hyphens, like pages/about-us.md'],
  ['pages/a/b.md', 'it must be lower-case words'],
])('%s is no page: %s', (file, reason) => {
  write(file, about.replace(/Look.*/, 'Words.'))
  expect(() => readTextPages(facts)).toThrow(reason)
})
