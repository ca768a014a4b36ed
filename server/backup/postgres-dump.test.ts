import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { postgres, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { backUp } from './make-backup.ts'

async function openPlace() {
  return {
    app: await openTestApp(await (postgres ?? sqlite).createPlace()),
    folder: join(temporaryFolder(), 'backups'),
  }
}

describe.runIf(postgres)('PostgreSQL’s programs', () => {
  /** Replaces a PostgreSQL program with a script that records its arguments and environment, then runs `does`. */
  function standIn(name: string, does: string): { given: () => string } {
    const folder = temporaryFolder()
    const note = join(folder, 'given')
    writeFileSync(join(folder, name), `#!/bin/sh\necho "$@" > ${note}\nenv | grep ^PG >> ${note}\n${does}\n`, {
      mode: 0o755,
    })
    const path = process.env['PATH']
    onTestFinished(() => Object.assign(process.env, { PATH: path }) && undefined)
    process.env['PATH'] = does === 'gone' ? temporaryFolder() : `${folder}:${path}`
    return { given: () => readFileSync(note, 'utf8') }
  }

  test.each([
    ['gone', /^Backups need PostgreSQL's pg_dump.*apt-get install postgresql-client/],
    ['echo "pg_dump: error: aborting because of server version mismatch" >&2; exit 1', /as new as the server/],
    ['echo "pg_dump: error: disk full" >&2; exit 1', /^pg_dump: error: disk full$/],
  ])('report failures in one line: %s', async (does, words) => {
    const { app, folder } = await openPlace()
    standIn('pg_dump', does)
    await expect(backUp({ ...app, folder })).rejects.toThrow(words)
    expect([
      ...readdirSync(folder),
      ...readdirSync(app.environment.dataDir).filter((each) => each.startsWith('backup')),
    ]).toEqual([])
  })

  test('don’t get the password or the host as arguments', async () => {
    const { app, folder } = await openPlace()
    const { given } = standIn('pg_dump', 'exit 1')
    const databaseUrl = `${app.environment.databaseUrl}&password=s%40cret&sslmode=no-verify`
    await expect(backUp({ environment: { ...app.environment, databaseUrl }, folder })).rejects.toThrow()
    const [words, ...variables] = given().split('\n')
    expect(words).not.toMatch(/s@cret|postgres:/)
    expect(variables).toEqual(expect.arrayContaining(['PGPASSWORD=s@cret', 'PGUSER=postgres', 'PGSSLMODE=require']))
  })
})
