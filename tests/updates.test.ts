import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** What docs/updates.md has the owner type, without what needs packages. */
function recipe(upstream: string): string {
  const [, block = ''] = /```sh\n(.*?)```/s.exec(readFileSync('docs/updates.md', 'utf8')) ?? []
  const lines = block.split('\n').filter((line) => !line.startsWith('npm '))
  return lines.join('\n').replace('<this repository>', upstream)
}

function writeFiles(folder: string, files: Record<string, string | undefined>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    if (text === undefined) rmSync(join(folder, file))
    else writeFileSync(join(folder, file), text)
  }
}

test('an update brings the program and leaves the owner’s content, also what the sample has changed, added or removed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'update-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [upstream, own] = [join(folder, 'upstream'), join(folder, 'own')]
  const sh = (script: string, cwd: string) => {
    const who = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b.example',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b.example',
    }
    return execFileSync('sh', ['-c', script], {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { PATH: process.env['PATH'], HOME: folder, ...who },
    })
  }
  writeFiles(upstream, {
    'src/main.ts': 'one',
    'content/studio.yaml': 'sample',
    'content/blog.yaml': 'sample',
    'content/mail.yaml': 'sample',
  })
  sh('git init -q -b main && git add . && git commit -qm one', upstream)
  sh(`git clone -q ${upstream} own`, folder)
  writeFiles(upstream, {
    'src/main.ts': 'two',
    'content/studio.yaml': 'newer sample',
    'content/blog.yaml': 'newer sample',
    'content/mail.yaml': undefined,
    'content/theme.yaml': 'new in the sample',
  })
  sh('git add -A && git commit -qm two', upstream)
  writeFiles(own, { 'content/studio.yaml': 'mine', 'content/blog.yaml': undefined, 'content/pages/about.md': 'mine' })

  sh(recipe(upstream), own)
  expect(sh('git status --porcelain && git log -1 --format=%s', own)).toBe('Take the update\n')
  expect(readFileSync(join(own, 'src/main.ts'), 'utf8')).toBe('two')
  expect(readdirSync(join(own, 'content'), { recursive: true }).sort()).toEqual([
    'mail.yaml',
    'pages',
    'pages/about.md',
    'studio.yaml',
  ])
  expect(readFileSync(join(own, 'content/studio.yaml'), 'utf8')).toBe('mine')
})
