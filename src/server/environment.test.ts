import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './environment.ts'

function complaintsAbout(source: Record<string, string>): string[] {
  try {
    readEnvironment(source)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError)
    return error instanceof Error ? error.message.split('\n') : []
  }
}

test('nothing set is a fresh clone', () => {
  expect(readEnvironment({})).toEqual({
    host: '127.0.0.1',
    port: 4321,
    siteUrl: 'http://localhost:4321',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    leadsTo: undefined,
    backupDir: undefined,
    backupKey: undefined,
    calendarUrls: [],
    chat: {
      baseUrl: undefined,
      apiKey: undefined,
      models: ['deepseek/deepseek-chat:free', 'google/gemini-2.0-flash-exp:free'],
    },
    trustedProxies: 0,
  })
})

test('an empty variable counts as unset', () => {
  expect(readEnvironment({ PORT: '', SMTP_URL: ' ', MAIL_FROM: '' })).toEqual(readEnvironment({}))
})

test('what is right is taken', () => {
  const environment = readEnvironment({
    PORT: '0',
    SITE_URL: 'https://kitewright.example/',
    DATA_DIR: '/srv/kitewright',
    DATABASE_URL: 'postgres:///kitewright?host=/run/postgresql',
    SMTP_URL: 'smtps://me:secret@mail.example.com',
    MAIL_FROM: 'Kites <hello@kitewright.example>',
    CHAT_BASE_URL: 'https://gateway.example/v1/',
    CHAT_MODELS: 'a/b, c',
    TRUSTED_PROXIES: '2',
  })
  expect(environment).toMatchObject({
    port: 0,
    siteUrl: 'https://kitewright.example',
    dataDir: '/srv/kitewright',
    smtpUrl: 'smtps://me:secret@mail.example.com',
    mailFrom: { name: 'Kites', address: 'hello@kitewright.example' },
    chat: { baseUrl: 'https://gateway.example/v1', models: ['a/b', 'c'] },
    trustedProxies: 2,
  })
})

describe('a wrong value is told with its form and an example', () => {
  test.each([
    ['HOST', 'http://localhost'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['SITE_URL', 'kitewright.example'],
    ['SITE_URL', 'ftp://kitewright.example'],
    ['SITE_URL', 'https://kitewright.example/site'],
    ['SITE_URL', 'https://me@kitewright.example'],
    ['DATA_DIR', 'a\0b'],
    ['MAIL_FROM', 'Kitewright'],
    ['LEADS_TO', 'a@example.com, b@example.com'],
    ['CHAT_BASE_URL', 'https://gateway.example/v1/chat/completions'],
    ['CHAT_MODELS', 'a,,b'],
    ['TRUSTED_PROXIES', '-1'],
  ])('%s=%s', (name, value) => {
    const [line, ...more] = complaintsAbout({ [name]: value })
    expect(more).toEqual([])
    expect(line).toMatch(new RegExp(`^${name}: “.*” is wrong\\. It must be .+, for example ${name}=.+$`, 's'))
    expect(line).toContain(value)
  })

  test.each([
    ['DATABASE_URL', 'mysql://me:hunter2@host/db'],
    ['DATABASE_URL', 'postgres://me:hunter2@host'],
    ['SMTP_URL', 'http://me:hunter2@host'],
    ['SMTP_URL', 'me:hunter2@host'],
    ['SMTP_URL', 'smtp://me:hunter2%@host'],
    ['CHAT_API_KEY', 'hunter2 with a space'],
  ])('%s, without showing it', (name, value) => {
    const [line] = complaintsAbout({ [name]: value })
    expect(line).toMatch(new RegExp(`^${name}: its value \\(not shown\\) is wrong\\. It must be .+ ${name}=`))
    expect(line).not.toContain('hunter2')
  })
})

test('all wrong values are told at once', () => {
  expect(complaintsAbout({ PORT: 'x', SITE_URL: 'y', TRUSTED_PROXIES: 'z' })).toHaveLength(3)
})

test('every example is itself right', () => {
  const lines = complaintsAbout({
    HOST: ' /',
    PORT: 'x',
    SITE_URL: 'x',
    DATABASE_URL: 'x',
    SMTP_URL: 'x',
    MAIL_FROM: 'x',
    LEADS_TO: 'x',
    CHAT_BASE_URL: 'x',
    CHAT_API_KEY: 'x x',
    CHAT_MODELS: ',',
    TRUSTED_PROXIES: 'x',
  })
  const examples = lines.map((line) => /for example (\w+)=(.+)$/.exec(line)?.slice(1, 3) ?? [])
  expect(examples).toHaveLength(11)
  expect(() => readEnvironment(Object.fromEntries(examples))).not.toThrow()
})

test('a backup beside the data is refused, since it would go with it', () => {
  const [complaint] = complaintsAbout({ DATA_DIR: '/srv/data', BACKUP_DIR: '/srv/data/old' })
  expect(complaint).toContain('BACKUP_DIR')
  expect(complaintsAbout({ DATA_DIR: '/srv/data', BACKUP_DIR: '/srv/data-old' })).toEqual([])
})

test.each(['hunter2', 'aaaaaaaaaaaaaaaa', 'hunter2hunter2hunter2'])(
  'a passphrase for the backups that is soon guessed is refused, and not shown: %s',
  (passphrase) => {
    const [complaint] = complaintsAbout({ BACKUP_KEY: passphrase })
    expect(complaint).toMatch(/^BACKUP_KEY: .*at least 16 characters, 8 of them different/)
    expect(complaint).not.toContain(passphrase)
  },
)
