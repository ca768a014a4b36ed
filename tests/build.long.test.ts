import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './support/databases.ts'
import { copyWithoutArticles } from './support/studios.ts'

const article = (title: string, body = 'A text that is long enough to be compressed. '.repeat(20)) => `---
title: ${title}
description: What a founder of one has to know about the title of this page.
date: 2025-01-01
tags: [Kites]
---

${body}
`

function build(project: string): void {
  const env = { ...process.env, CONTENT_DIR: undefined }
  const options = { cwd: project, env, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-if-changed.mjs'], options)
  expect(status, stderr).toBe(0)
}

/** Every built file below blog/, by its name. */
function builtBlog(project: string): Map<string, string> {
  const folder = join(project, 'dist/current/client/blog')
  return new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'latin1')]))
}

test('a second build renews only what has changed or was damaged', () => {
  const project = temporaryFolder()
  copyWithoutArticles(project)
  const write = (slug: string, title: string) =>
    writeFileSync(join(project, `content/articles/${slug}.md`), article(title))
  for (const slug of ['a', 'b', 'c', 'd']) write(slug, `About ${slug}`)
  writeFileSync(join(project, 'content/articles/draft.md'), draftOf(article('A draft')))
  build(project)
  const first = builtBlog(project)
  expect([...first.keys()].filter((file) => file.startsWith('draft'))).toEqual([])
  const feed = readFileSync(join(project, 'dist/current/client/rss.xml'), 'utf8')

  write('a', 'About a kite')
  for (const damaged of ['d.html', 'd.png', 'd.html.br', 'd.html.gz'])
    writeFileSync(join(project, 'dist/current/client/blog', damaged), 'damaged')
  build(project)
  const second = builtBlog(project)

  const changed = [...second].filter(([file, bytes]) => first.get(file) !== bytes).map(([file]) => file)
  // b is beside a in time, and names it; c and d don't.
  const pages = ['a', 'b'].flatMap((slug) => [`${slug}.html`, `${slug}.html.br`, `${slug}.html.gz`])
  expect(changed.sort()).toEqual([...pages, 'a.md', 'a.md.br', 'a.md.gz', 'a.png'].sort())
  expect([...second.keys()]).toEqual([...first.keys()])
  expect(readFileSync(join(project, 'dist/current/client/rss.xml'), 'utf8')).not.toBe(feed)
})

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
const articleWithDrawing = (title: string) => article(title, 'The first words.\n\n![A square](square.svg)')
const draftOf = (text: string) => text.replace('tags:', 'draft: true\ntags:')

/** `npm run dev` in this folder. @returns its address, and the lines it prints to standard error */
async function startDev(project: string) {
  const child = spawn(process.execPath, [resolve('node_modules/astro/bin/astro.mjs'), 'dev'], {
    cwd: project,
    env: { PATH: process.env['PATH'], PORT: '0', ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DEV_BACKGROUND: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  const errors: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (url !== undefined) return { url, errors }
  }
  throw new Error('npm run dev has ended')
}

/** What a page in a browser would hear. @returns waits for the next reload */
async function listen(url: string): Promise<() => Promise<void>> {
  const client = await (await fetch(`${url}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1]
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  onTestFinished(() => socket.close())
  await once(socket, 'open')
  return async () => {
    for (;;) {
      const [event] = await once(socket, 'message')
      if (event.data.includes('"full-reload"')) return
    }
  }
}

test('npm run dev shows every change to content, articles, pictures, drafts, theme and drawings', async () => {
  const project = temporaryFolder()
  copyWithoutArticles(project)
  const inContent = (file: string) => join(project, 'content', file)
  writeFileSync(inContent('articles/first.md'), articleWithDrawing('The first'))
  writeFileSync(inContent('articles/square.svg'), drawing)
  const { url, errors } = await startDev(project)
  const get = async (path: string) => await (await fetch(url + path)).text()
  const post = async () => (await fetch(`${url}/api/contact`, { method: 'POST', body: new URLSearchParams() })).status
  const nextReload = await listen(url)
  /** Writes, and looks again whenever the page would load anew, until it is as it should be: one save can be two events. */
  const change = async (file: string, text: string, isShown: () => Promise<boolean>) => {
    let reload = nextReload()
    writeFileSync(inContent(file), text)
    do {
      await reload
      reload = nextReload()
    } while (!(await isShown()))
  }
  const shows = (path: string, words: RegExp) => async () => words.test(await get(path))

  expect(await get('/blog/first')).toContain('The first words.')
  const [address] = /\/pictures\/square-[0-9a-f]+\.svg/.exec(await get('/blog/first')) ?? []
  const picture = await fetch(url + address)
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/svg+xml', drawing])

  const edited = articleWithDrawing('The first').replace('The first words', 'Other words')
  await change('articles/first.md', edited, shows('/blog/first', /Other words\./))
  const draft = draftOf(articleWithDrawing('The second'))
  await change('articles/second.md', draft, shows('/blog/second', /draft: not listed anywhere yet/))
  const renamed = readFileSync(inContent('studio.yaml'), 'utf8').replace(/^name: .*/m, 'name: Lumen Forge')
  await change('studio.yaml', renamed, shows('/blog', /Lumen Forge.*The second/s))

  const theme = readFileSync(inContent('theme.yaml'), 'utf8').replaceAll('#c2341e', '#0a5c2e')
  await change('theme.yaml', theme, shows('/', /--accent: ?#0a5c2e/))
  const mark = readFileSync(inContent('drawings/mark.svg'), 'utf8').replace('</svg>', '<path d="M1 2 3 4z"/></svg>')
  await change('drawings/mark.svg', mark, shows('/', /M1 2 3 4z/))

  const email = readFileSync(inContent('mail.yaml'), 'utf8')
  await change('mail.yaml', 'name: Lumen: light\n', async () => (await post()) === 500)
  const page = await get('/')
  expect(page).toContain('content/mail.yaml: line 1: put values with a colon and a space in double quotes')
  expect(page + errors.join('\n')).not.toMatch(/^ +at /m)
  expect(errors.filter((line) => line.includes('content/mail.yaml'))).toHaveLength(1)
  await change('mail.yaml', email, async () => (await post()) === 422)
})
