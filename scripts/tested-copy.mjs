// The program is tested on the studio of tests/studios/kitewright. Whose content/ is another, tests a copy that has it: no
// text of their own can make a test of the program fail.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './steps.mjs'

const sample = 'tests/studios/kitewright'

/** @returns the project itself, where its content is what the tests are made for; else a copy in which it is */
export function testedProject() {
  if (isSame(join(root, 'content'), join(root, sample))) return root
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-tested-'))
  copyProject(folder, sample)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/**
 * Copies the project without its packages, with the content of a studio, into a repository of its own.
 * @param studio its folder, below the project
 */
export function copyProject(folder, studio) {
  const git = (cwd, ...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
    return stdout
  }
  const files = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0').filter(Boolean)
  for (const file of files.filter((each) => !each.startsWith('content/'))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  cpSync(join(root, studio), join(folder, 'content'), { recursive: true })
  git(folder, 'init', '--quiet')
  git(folder, 'add', '.')
  git(folder, '-c', 'user.name=Test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message', 'Copy')
}

function isSame(one, other) {
  const files = filesIn(one)
  if (files.join() !== filesIn(other).join()) return false
  return files.every((file) => readFileSync(join(one, file)).equals(readFileSync(join(other, file))))
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
}
