import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { firstContent } from '../../cli/begin/first-content.ts'
import { questions, type Typed } from '../../cli/begin/questions.ts'

/** Another studio (Portuguese, photos, euros, calls), the sample in another look, and what `studio begin` writes. */
export const studios = ['lisbon', 'variant', 'begun']

/** The answers of a new owner to `studio begin`. Lisbon’s time zone and the currency aren’t asked. */
export const beginLines = [
  ...['Atelier Nove', 'I', '', 'a wedding photographer', 'Lisbon', 'Portugal, es', 'lisbon', 'ola@ateliernove.example'],
  ...['A wedding day, 1.200 €', 'A portrait, at home, 180', 'A company day, 900'],
]

/** Puts the content/ of a studio into this folder. @param changes answers to `studio begin` @returns the folder */
export function putStudio(name: string, folder: string, changes: Typed = {}): string {
  const content = join(folder, 'content')
  if (name === 'begun') {
    const typed = Object.fromEntries(questions.map((question, i) => [question, beginLines[i] ?? '']))
    for (const [file, bytes] of firstContent({ ...typed, ...changes })) {
      mkdirSync(dirname(join(content, file)), { recursive: true })
      writeFileSync(join(content, file), bytes)
    }
    return folder
  }
  if (name !== 'lisbon') cpSync('sample', content, { recursive: true })
  if (name !== 'sample') cpSync(join('tests/studios', name), content, { recursive: true })
  return folder
}

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
