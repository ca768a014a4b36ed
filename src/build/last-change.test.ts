import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contentPath } from '../content/read-content.ts'
import { lastChange } from './last-change.ts'

const today = new Date('2026-11-20T09:30:00Z')

/** A repository whose content/a.yaml and content/b.yaml were committed on two days. */
function repository() {
  const root = folder()
  const git = (day: string, ...args: string[]) => {
    const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false']
    const env = { ...process.env, GIT_AUTHOR_DATE: `${day}T12:00:00Z`, GIT_COMMITTER_DATE: `${day}T12:00:00Z` }
    execFileSync('git', [...author, ...args], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const write = (file: string, text: string) => writeFileSync(join(root, contentPath(file)), text)
  git('2026-01-01', 'init', '-q')
  mkdirSync(join(root, contentPath()))
  for (const [file, day] of [
    ['a.yaml', '2026-01-05'],
    ['b.yaml', '2026-03-09'],
  ] as const) {
    write(file, file)
    git(day, 'add', '.')
    git(day, 'commit', '-q', '-m', file)
  }
  return { root, write }
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'change-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test('is the day of the last commit that touched one of the files', () => {
  const { root } = repository()
  expect(lastChange(['a.yaml'], today, root)).toBe('2026-01-05')
  expect(lastChange(['a.yaml', 'b.yaml'], today, root)).toBe('2026-03-09')
})

test('is today for what is not committed yet, and for that alone', () => {
  const { root, write } = repository()
  write('a.yaml', 'other words')
  write('new.yaml', 'new words')
  expect(lastChange(['a.yaml'], today, root)).toBe('2026-11-20')
  expect(lastChange(['new.yaml'], today, root)).toBe('2026-11-20')
  expect(lastChange(['b.yaml'], today, root)).toBe('2026-03-09')
})

test('is unknown without a history, or with one that was cut short', () => {
  expect(lastChange(['a.yaml'], today, folder())).toBeUndefined()
  const cut = folder()
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository().root}`, cut], { stdio: 'ignore' })
  expect(lastChange(['a.yaml'], today, cut)).toBeUndefined()
})
