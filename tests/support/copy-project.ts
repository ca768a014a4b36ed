import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * This project without its articles, in a repository of its own, with the same packages and nothing of what earlier
 * builds left beside them.
 */
export function copyProject(folder: string): void {
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' })
  const files = git('.', 'ls-files', '--cached', '--others', '--exclude-standard').trim().split('\n')
  for (const file of files.filter((each) => !each.startsWith('content/articles/'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  mkdirSync(join(folder, 'content/articles'))
  git(folder, 'init', '--quiet')
  git(folder, 'add', '.')
  git(folder, '-c', 'user.name=Test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message', 'Copy')
  linkPackages(folder)
}

export function linkPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  for (const name of readdirSync('node_modules').filter((each) => each === '.bin' || !each.startsWith('.'))) {
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  }
}
