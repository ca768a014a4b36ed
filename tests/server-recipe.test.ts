import { describe, expect, test } from 'vitest'
import { canMount, onServer } from './support/project.ts'

describe.skipIf(!canMount)('on a server whose unit serves /srv/kitewright', { timeout: 120_000 }, () => {
  const settings = 'SITE_URL=https://studio.example\nBACKUP_KEY=from the settings of the unit\n'

  test('the owner’s commands find the settings of the unit, and print what is typed there', () => {
    const { stderr, status } = onServer(
      `/srv/kitewright/scripts/studio leads
       /srv/kitewright/scripts/studio backup
       /srv/kitewright/scripts/studio mail show 22222222 || true`,
      settings,
    )
    expect(stderr).toContain('There was no database in /var/lib/kitewright (DATA_DIR)')
    expect(stderr).toContain('encrypted with BACKUP_KEY')
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
    expect(stdout).toContain('“studio” stands for: studio. ')
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
