import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { copyProject } from './support/project.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
const article = (title: string, more = '') => `---
title: ${title}
description: What a founder of one has to know about the title of this page.
date: 2025-01-01
tags: [Kites]
${more}---

The first words.

![A square](square.svg)
`

/** `npm run dev` in this folder. @returns its address */
async function startDev(project: string): Promise<string> {
  const child = spawn(process.execPath, [resolve('node_modules/astro/bin/astro.mjs'), 'dev'], {
    cwd: project,
    env: { PATH: process.env['PATH'], PORT: '0', ASTRO_TELEMETRY_DISABLED: '1', ASTRO_DEV_BACKGROUND: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
    rmSync(project, { recursive: true })
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (url !== undefined) return url
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

test('npm run dev shows every change of content, articles, pictures and drafts by itself', async () => {
  const project = mkdtempSync(join(tmpdir(), 'dev-'))
  copyProject(project)
  const inContent = (file: string) => join(project, 'content', file)
  writeFileSync(inContent('articles/first.md'), article('The first'))
  writeFileSync(inContent('articles/square.svg'), drawing)
  const url = await startDev(project)
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
  const picture = await fetch(`${url}/blog/first/square.svg`)
  expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/svg+xml', drawing])

  const edited = article('The first').replace('The first words', 'Other words')
  await change('articles/first.md', edited, shows('/blog/first', /Other words\./))
  const draft = article('The second', 'draft: true\n')
  await change('articles/second.md', draft, shows('/blog/second', /draft: only you see it/))
  const renamed = readFileSync(inContent('studio.yaml'), 'utf8').replace(/^name: .*/m, 'name: Lumen Forge')
  await change('studio.yaml', renamed, shows('/blog', /Lumen Forge.*The second/s))

  const mail = readFileSync(inContent('mail.yaml'), 'utf8')
  await change('mail.yaml', 'name: Lumen: light\n', async () => (await post()) === 500)
  await change('mail.yaml', mail, async () => (await post()) === 422)
})
