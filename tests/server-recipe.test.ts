import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

/** A machine of its own for the time of one script: its /etc, /srv and /var/lib are not those of this one. */
function onServer(script: string, settings?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-server-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  if (settings !== undefined) writeFileSync(join(folder, 'kitewright.env'), settings, { mode: 0o600 })
  writeFileSync(
    join(folder, 'script'),
    `set -e
     mount -t tmpfs none /srv
     mkdir -p /srv/kitewright
     mount --bind . /srv/kitewright
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
const canMount =
  spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/srv'], { stdio: 'ignore' })
    .status === 0

describe.skipIf(!canMount)('on a server whose unit serves /srv/kitewright', () => {
  const settings = 'SITE_URL=https://studio.example\nBACKUP_KEY=from the settings of the unit\n'

  test('the owner’s commands find the settings of the unit, and print what is typed there', () => {
    const { stderr, status } = onServer(
      `/srv/kitewright/scripts/studio leads
       /srv/kitewright/scripts/studio backup
       /srv/kitewright/scripts/studio mail show 22222222 || true`,
      settings,
    )
    expect(stderr).toContain('There was no database in /var/lib/kitewright (DATA_DIR)')
    expect(stderr).toContain('sealed with BACKUP_KEY')
    expect(stderr).toContain('There is no mail 22222222. All there are: /srv/kitewright/scripts/studio mail\n')
    expect(stderr).not.toContain('npm run studio')
    expect(status).toBe(0)
  })

  test('without a file of settings they have those of the unit alone', () => {
    const { stderr } = onServer('/srv/kitewright/scripts/studio leads')
    expect(stderr).toContain('There was no database in /var/lib/kitewright (DATA_DIR)')
  })

  test('a link on the PATH makes a command of them', () => {
    const { stdout } = onServer(
      'mkdir /etc/bin; ln -s /srv/kitewright/scripts/studio /etc/bin; PATH=/etc/bin:$PATH; studio help',
    )
    expect(stdout).toContain('“studio” stands for: studio\n')
  })

  test('what is built there reads them too, and another folder does not', () => {
    const show = `-e 'console.log([process.env.SITE_URL, process.env.DATA_DIR, process.env.TRUSTED_PROXIES].join(" "))'`
    const { stdout } = onServer(
      `/srv/kitewright/scripts/with-settings ${show}
       DATA_DIR=/typed /srv/kitewright/scripts/with-settings ${show}
       ${process.cwd()}/scripts/with-settings ${show}`,
      settings,
    )
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'https://studio.example /var/lib/kitewright 1',
      'https://studio.example /typed 1',
      '  ',
    ])
  })
})
