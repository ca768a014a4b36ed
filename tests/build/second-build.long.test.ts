import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyProject } from '../support/copy-project.ts'

const text = 'A text that is long enough to be compressed. '.repeat(20)
const article = (title: string) => `---
title: ${title}
description: What a founder of one has to know about the title of this page.
date: 2025-01-01
tags: [Kites]
---

${text}
`

function build(project: string): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-if-changed.mjs'], {
    cwd: project,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

/** Every built file below blog/, by its name. */
function builtBlog(project: string): Map<string, string> {
  const folder = join(project, 'dist/current/client/blog')
  return new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'latin1')]))
}

test('a second build makes anew what has changed or was damaged, and nothing else', { timeout: 180_000 }, () => {
  const project = mkdtempSync(join(tmpdir(), 'second-build-'))
  copyProject(project)
  const write = (slug: string, title: string) =>
    writeFileSync(join(project, `content/articles/${slug}.md`), article(title))
  for (const slug of ['a', 'b', 'c', 'd']) write(slug, `About ${slug}`)
  writeFileSync(join(project, 'content/articles/draft.md'), article('A draft').replace('tags:', 'draft: true\ntags:'))
  build(project)
  const first = builtBlog(project)
  expect([...first.keys()].filter((file) => file.startsWith('draft'))).toEqual([])
  const feed = readFileSync(join(project, 'dist/current/client/rss.xml'), 'utf8')

  write('a', 'About a kite')
  for (const damaged of ['d.html', 'd.png', 'd.html.br', 'd.html.gz']) {
    writeFileSync(join(project, 'dist/current/client/blog', damaged), 'damaged')
  }
  build(project)
  const second = builtBlog(project)

  const changed = [...second].filter(([file, bytes]) => first.get(file) !== bytes).map(([file]) => file)
  // b stands beside a in time, and names it; c and d don't.
  const pages = ['a', 'b'].flatMap((slug) => [`${slug}.html`, `${slug}.html.br`, `${slug}.html.gz`])
  expect(changed.sort()).toEqual([...pages, 'a.md', 'a.md.br', 'a.md.gz', 'a.png'].sort())
  expect([...second.keys()]).toEqual([...first.keys()])
  expect(readFileSync(join(project, 'dist/current/client/rss.xml'), 'utf8')).not.toBe(feed)
  rmSync(project, { recursive: true })
})
