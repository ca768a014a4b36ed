import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/databases.ts'

/** What a page has the owner type, without what needs packages. */
const recipesIn = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => {
    const lines = block.split('\n').filter((line) => !line.startsWith('npm '))
    return lines.map((line) => line.replace(/^(git merge --no-commit .*)#/, '{ $1|| true; } #')).join('\n')
  })
const recipes = recipesIn('docs/updates.md')
const ownRepository = recipesIn('README.md').find((recipe) => recipe.includes('git remote rename')) ?? ''

const identity = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
  [`GIT_${who}_NAME`, 'a'],
  [`GIT_${who}_EMAIL`, 'a@b.example'],
])

function git(cwd: string, script: string): string {
  const env = { PATH: process.env['PATH'], HOME: cwd, ...Object.fromEntries(identity) }
  return execFileSync('sh', ['-ec', script], { cwd, encoding: 'utf8', stdio: 'pipe', env })
}

function write(folder: string, files: Record<string, string | undefined>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    if (text === undefined) rmSync(join(folder, file))
    else writeFileSync(join(folder, file), text)
  }
}

function commit(folder: string, files: Record<string, string | undefined>): void {
  write(folder, files)
  git(folder, 'git add -A && git commit -qm change')
}

test.skipIf(process.platform === 'win32').each([
  ['an update from now on', recipes[0], false],
  ['the update from 0.2, which moves the sample', recipes[1], true],
])('%s brings the program and the sample, and leaves content/ as it is', (_, recipe = '', isOld) => {
  const folder = temporaryFolder()
  const [upstream, own] = [join(folder, 'upstream'), join(folder, 'own')]
  mkdirSync(upstream)
  git(upstream, 'git init -q -b main')
  const place = isOld ? 'content' : 'sample'
  const texts = ['studio', 'blog', 'mail'].map((name) => [`${place}/${name}.yaml`, `the sample’s ${name}\n`.repeat(9)])
  commit(upstream, { 'server/main.ts': 'one', ...Object.fromEntries(texts) })
  git(folder, `git clone -q ${upstream} own`)
  if (!isOld) cpSync(join(own, 'sample'), join(own, 'content'), { recursive: true })
  write(own, { 'content/studio.yaml': 'mine', 'content/blog.yaml': undefined, 'content/pages/about.md': 'mine' })

  git(folder, 'git init -q --bare -b main yours')
  if (isOld) git(upstream, 'git mv content sample')
  else {
    git(own, ownRepository.replace('<your repository>', join(folder, 'yours')))
    git(folder, 'git clone -q yours clone')
    expect(readFileSync(join(folder, 'clone', 'content/studio.yaml'), 'utf8')).toBe('mine')
  }
  const newer = { 'sample/studio.yaml': 'newer', 'sample/mail.yaml': undefined, 'sample/theme.yaml': 'new' }
  commit(upstream, { 'server/main.ts': 'two', ...newer })
  git(own, recipe.replace('<this repository>', upstream))

  expect(git(own, 'git status --porcelain && git log -1 --format=%s')).toBe('Take the update\n')
  expect(readFileSync(join(own, 'server/main.ts'), 'utf8')).toBe('two')
  expect(readdirSync(join(own, 'sample')).sort()).toEqual(['blog.yaml', 'studio.yaml', 'theme.yaml'])
  const content = ['mail.yaml', 'pages', 'pages/about.md', 'studio.yaml']
  expect(readdirSync(join(own, 'content'), { recursive: true }).sort()).toEqual(content)
  expect(readFileSync(join(own, 'content/studio.yaml'), 'utf8')).toBe('mine')
  if (isOld) return
  git(join(folder, 'clone'), 'git pull -q')
  for (const [file, text] of Object.entries({ 'server/main.ts': 'two', 'content/studio.yaml': 'mine' }))
    expect(readFileSync(join(folder, 'clone', file), 'utf8')).toBe(text)
})
