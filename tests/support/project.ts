import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { putStudio } from './studios.ts'

/** Copies this project with a studio's content and the same packages, without results of earlier builds. */
export function copyStudio(folder: string, studio: string): void {
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' })
  const listed = git('.', 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  for (const file of listed.filter((each) => each !== '' && !each.startsWith('content/'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  putStudio(studio, folder)
  git(folder, 'init', '--quiet')
  git(folder, 'add', '.')
  git(folder, '-c', 'user.name=Test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message', 'Copy')
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  for (const name of readdirSync('node_modules').filter((each) => each === '.bin' || !each.startsWith('.')))
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
}

/** The same without articles. */
export function copyWithoutArticles(folder: string): void {
  copyStudio(folder, 'sample')
  rmSync(join(folder, 'content/articles'), { recursive: true })
  mkdirSync(join(folder, 'content/articles'))
}
