import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/**
 * A machine of its own for the time of one script: its /etc, /srv and /var/lib are not those of this one.
 * @param settings the text of /etc/kitewright.env; undefined: there is none
 * @param project what lies in /srv/kitewright
 */
export function onServer(script: string, settings?: string, project = '.') {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-server-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
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
  const { stdout, stderr, status } = spawnSync('unshare', command, { encoding: 'utf8', env: { PATH } })
  return { stdout, stderr, status }
}

/** Not everywhere may a process have mounts of its own. */
export const canMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/srv'], { stdio: 'ignore' })
    .status === 0
