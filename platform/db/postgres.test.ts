import { createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { longTest } from '../../tests/support/databases.ts'
import { startPostgres } from '../../tests/support/global-setup.ts'
import { freePort, listen } from '../../tests/support/listen.ts'
import { createSilentLog } from '../log.ts'
import { openPostgres, withLibpqSsl } from './postgres.ts'

/** Returns the driver's `ssl` setting for these URL parameters. */
function sslOf(parameters: string) {
  const { ssl } = new pg.Client(withLibpqSsl(`postgres://me:p%40ss@db.example/x${parameters}`)) as unknown as {
    ssl: unknown
  }
  return ssl
}

test.each([
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=allow', false],
  ['?sslmode=prefer', { rejectUnauthorized: false }],
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?application_name=a%20b&sslmode=require&channel_binding=require', { rejectUnauthorized: false }],
  ['?sslmode=no-verify', { rejectUnauthorized: false }],
  ['?sslmode=verify-full', {}],
  ['?sslmode=verify-full&sslrootcert=system', {}],
  ['?sslrootcert=system', {}],
  ['?sslmode=require&sslrootcert=system', {}],
])('DATABASE_URL with %s is encrypted, or checked, as for psql', (parameters, ssl) => {
  expect(sslOf(parameters)).toEqual(ssl)
})

test('sslmode keeps the rest of DATABASE_URL, is removed for sockets, and accepts only known values', () => {
  const client = new pg.Client(
    withLibpqSsl('postgres://me:p%40ss@db.example:99/x?sslmode=require&application_name=a%20b'),
  )
  expect(client).toMatchObject({ user: 'me', password: 'p@ss', host: 'db.example', port: 99, database: 'x' })
  for (const place of ['/x?host=/run/postgresql&', '%2Frun%2Fpostgresql/x?'])
    expect(new pg.Client(withLibpqSsl(`postgres://${place}sslmode=require`))).toMatchObject({
      ...{ ssl: false, host: '/run/postgresql', database: 'x' },
    })
  expect(() => withLibpqSsl('postgres://a.example/x?sslmode=requir')).toThrow(/sslmode must be one of disable, allow/)
})

test.each([
  ['N', '?sslmode=require', /does not support SSL connections\. sslmode=disable/],
  [
    'E\0\0\0\x48C28000\0Mno pg_hba.conf entry for host "a", user "b", no encryption\0\0',
    '',
    /no encryption.*sslmode=require encrypts/,
  ],
])('a server’s response %j is explained with what to write instead', async (answer, parameters, advice) => {
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write(answer)))
  onTestFinished(() => void server.close())
  const opened = openPostgres(`postgres://me@127.0.0.1:${await listen(server)}/x${parameters}`, createSilentLog())
  await expect(opened).rejects.toThrow(advice)
})

longTest(
  'a PostgreSQL with a certificate of its own is used by sslmode=require, and checked by verify-full',
  async () => {
    const port = await freePort()
    const server = startPostgres(port)
    if (server === undefined) return
    onTestFinished(server.stop)
    const open = async (parameters: string, host = 'localhost') => {
      const database = await openPostgres(
        `postgres://postgres@${host}:${port}/postgres${parameters}`,
        createSilentLog(),
      )
      const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(
        database.db,
      )
      await database.close()
      return rows[0]?.ssl
    }
    const ca = `sslrootcert=${server.folder}/server.crt`
    for (const mode of ['require', 'prefer', 'no-verify', `verify-full&${ca}`, `verify-ca&${ca}`, `require&${ca}`])
      expect([mode, await open(`?sslmode=${mode}`)]).toEqual([mode, true])
    for (const parameters of ['', '?sslmode=disable', '?sslmode=allow']) expect(await open(parameters)).toBe(false)
    await expect(open('?sslmode=verify-full')).rejects.toThrow(/self-signed certificate.*sslmode=require encrypts/)
    await expect(open(`?sslmode=verify-full&${ca}`, '127.0.0.1')).rejects.toThrow(
      /altnames.*sslmode=verify-full&sslrootcert/,
    )
    expect(await open(`?sslmode=verify-ca&${ca}`, '127.0.0.1')).toBe(true)
  },
)
