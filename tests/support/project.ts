import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { contentOf } from './run-studio.ts'
import { putStudio } from './studios.ts'

/** This project with the content of a studio, the same packages, and nothing of what earlier builds left beside them. */
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

/**
 * A machine of its own for the time of one script: its /etc, /srv and /var/lib are not those of this one.
 * @param settings the text of /etc/kitewright.env; undefined: there is none
 * @param project what lies in /srv/kitewright
 */
export function onServer(script: string, settings?: string, project = '.') {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-server-'))
  if (settings !== undefined) writeFileSync(join(folder, 'kitewright.env'), settings, { mode: 0o600 })
  writeFileSync(
    join(folder, 'script'),
    `set -e
     mount -t tmpfs none /srv
     mkdir -p /srv/kitewright
     mount --bind ${project} /srv/kitewright
     cp -r /etc/passwd /etc/group ${folder}
     mount -t tmpfs none /etc
     mount -t tmpfs none /var/lib
     mkdir -p /etc/systemd/system
     cp ${folder}/passwd ${folder}/group /etc
     cp deploy/kitewright.service /etc/systemd/system/
     ${settings === undefined ? '' : `cp -p ${folder}/kitewright.env /etc/`}
     cd /
     ${script}`,
  )
  const { PATH = '' } = process.env
  const command = ['--map-root-user', '--mount', 'sh', join(folder, 'script')]
  const run = spawnSync('unshare', command, { encoding: 'utf8', env: { PATH, ...contentOf(project) } })
  rmSync(folder, { recursive: true, force: true })
  return run
}

/** Not everywhere may a process have mounts of its own. */
export const canMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/srv'], { stdio: 'ignore' })
    .status === 0
