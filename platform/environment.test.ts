import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EnvironmentError, readEnvironment, variableHelp } from './environment.ts'
import { environmentHints } from './environment-hints.ts'

function complaintsAbout(source: Record<string, string>): string[] {
  try {
    readEnvironment(source)
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message.split('\n')
  }
  return []
}

test('no settings, or empty ones, are the defaults', () => {
  expect(readEnvironment({ PORT: '', SMTP_URL: ' ', MAIL_FROM: '' })).toEqual({
    ...{ host: '127.0.0.1', port: 4321, siteUrl: 'http://localhost:4321', dataDir: resolve('data') },
    ...{ databaseUrl: undefined, smtpUrl: undefined, mailFrom: undefined, leadsTo: undefined },
    ...{ backupDir: undefined, backupKey: undefined, calendarUrls: [] },
    chat: {
      baseUrl: undefined,
      apiKey: undefined,
      models: ['deepseek/deepseek-chat:free', 'google/gemini-2.0-flash-exp:free'],
    },
    trustedProxies: 0,
  })
})

test.each([
  [{ PORT: '4921' }, 'http://localhost:4921'],
  [{ HOST: '0.0.0.0' }, 'http://localhost:4321'],
  [{ HOST: '192.168.0.7', PORT: '80' }, 'http://192.168.0.7:80'],
  [{ HOST: 'fd00::7' }, 'http://[fd00::7]:4321'],
  [{ PORT: '4921', SITE_URL: 'https://kitewright.example' }, 'https://kitewright.example'],
])('with %j, links lead to %s', (variables, siteUrl) => {
  expect(readEnvironment(variables)).toMatchObject({ siteUrl })
})

test('valid values are used', () => {
  const smtpUrl = 'smtps://me:secret@mail.example.com'
  const environment = readEnvironment({
    ...{ PORT: '0', SITE_URL: 'https://kitewright.example/', DATA_DIR: '/srv/data', BACKUP_DIR: '/srv/data-old' },
    ...{ DATABASE_URL: 'postgres:///kitewright?host=/run/postgresql', TRUSTED_PROXIES: '2', SMTP_URL: smtpUrl },
    ...{ MAIL_FROM: 'Kites <hello@kitewright.example>', CHAT_BASE_URL: 'https://gateway.example/v1/' },
    CHAT_MODELS: 'a/b, c',
  })
  expect(environment).toMatchObject({
    ...{ port: 0, siteUrl: 'https://kitewright.example', dataDir: '/srv/data', backupDir: '/srv/data-old' },
    ...{ smtpUrl, trustedProxies: 2 },
    mailFrom: { name: 'Kites', address: 'hello@kitewright.example' },
    chat: { baseUrl: 'https://gateway.example/v1', models: ['a/b', 'c'] },
  })
})

describe('a wrong value is reported with its form and an example:', () => {
  test.each([
    ['HOST', 'http://localhost'],
    ['PORT', '70000'],
    ['SITE_URL', 'ftp://kitewright.example'],
    ['SITE_URL', 'https://kitewright.example/site'],
    ['SITE_URL', 'https://me@kitewright.example'],
    ['DATA_DIR', 'a\0b'],
    ['LEADS_TO', 'a@example.com, b@example.com'],
    ['CHAT_BASE_URL', 'https://gateway.example/v1/chat/completions'],
    ['TRUSTED_PROXIES', '-1'],
  ])('%s=%s', (name, value) => {
    const form = new RegExp(`^${name}: “.*” is invalid\\. It must be .+, for example ${name}=.+$`, 's')
    expect(complaintsAbout({ [name]: value })).toEqual([expect.stringMatching(form)])
    expect(complaintsAbout({ [name]: value })[0]).toContain(value)
  })

  test.each([
    ['DATABASE_URL', 'postgres://me:hunter2@host'],
    ['SMTP_URL', 'http://me:hunter2@host'],
    ['SMTP_URL', 'smtp://me:hunter2%@host'],
    ['CHAT_API_KEY', 'hunter2 with a space'],
    ['BACKUP_KEY', 'aaaaaaaaaaaaaaaa'],
    ['BACKUP_KEY', 'hunter2hunter2hunter2'],
  ])('%s, without showing %s', (name, value) => {
    const [line] = complaintsAbout({ [name]: value })
    expect(line).toMatch(new RegExp(`^${name}: its value \\(not shown\\) is invalid\\. It must be .+ ${name}=`))
    expect(line).not.toContain(value)
    expect(line).not.toContain('hunter2')
  })

  test('all at once, and each example is valid itself', () => {
    const wrong = { HOST: ' /', CHAT_API_KEY: 'x x', CHAT_MODELS: ',' }
    const names = 'PORT SITE_URL DATABASE_URL SMTP_URL MAIL_FROM LEADS_TO CHAT_BASE_URL TRUSTED_PROXIES'.split(' ')
    const lines = complaintsAbout({ ...wrong, ...Object.fromEntries(names.map((name) => [name, 'x'])) })
    const examples = lines.map((line) => /for example (\w+)=(.+)$/.exec(line)?.slice(1, 3) ?? [])
    expect(examples).toHaveLength(11)
    expect(() => readEnvironment(Object.fromEntries(examples))).not.toThrow()
  })

  test('a backup folder inside DATA_DIR', () => {
    expect(complaintsAbout({ DATA_DIR: '/srv/data', BACKUP_DIR: '/srv/data/old' })[0]).toContain('BACKUP_DIR')
  })
})

describe('a note', () => {
  const hintsOn = (source: Record<string, string>) =>
    environmentHints(source, readEnvironment(source)).map(({ text }) => text)

  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['site_url', 'SITE_URL'],
  ])('asks whether %s means %s', (name, meant) => {
    expect(hintsOn({ [name]: 'x' })).toEqual([`Unknown setting ${name}. Did you mean ${meant}?`])
  })

  test('ignores other programs’ variables, empty ones, and those whose meant variable is set', () => {
    const others = 'HOSTNAME PORT1 MAIL HOME POST HTTP_URL SMTP_USER npm_config_user_agent BASE_URL'.split(' ')
    expect(hintsOn(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
    expect(hintsOn({ SMPT_URL: ' ' })).toEqual([])
    expect(hintsOn({ SITE_URL: 'https://a.example', SITE_URLS: 'https://b.example' })).toEqual([])
  })

  test.each([
    [['http://gateway.example/v1', 'http://[2001:db8::1]/v1'], 1],
    [['https://gateway.example/v1', 'http://localhost:8080/v1', 'http://gateway:4000/v1'], 0],
    [['http://192.168.3.4/v1', 'http://[fd00::2]/v1'], 0],
  ])('warns of a key that travels in clear to strangers: %j, %i', (baseUrls, count) => {
    for (const baseUrl of baseUrls) {
      expect(hintsOn({ CHAT_BASE_URL: baseUrl, CHAT_API_KEY: 'k' }), baseUrl).toHaveLength(count)
      expect(hintsOn({ CHAT_BASE_URL: baseUrl })).toEqual([])
    }
  })
})

describe('the settings', () => {
  test('are in .env.example', () => {
    const head = `# Copy to .env and change what you need. Every setting is optional. Leave one empty to use the default in parentheses.
# If a value is invalid, Kitewright won't start, and the message shows the variable, the expected form, and an example.
# For a misspelled name (SMPT_URL), it suggests the right one.
#
# On a server, the settings are in /etc/kitewright.env (README.md). Write only those you change there: an empty line
# overrides the unit's or the image's default. Avoid quotes, backslashes, and # in values: .env, systemd, and Docker read
# them differently. In a URL, write %23 for #.
`
    const comment = (text: string) => text.replaceAll(/(.{1,118})(?: |$)/g, '# $1\n').trimEnd()
    const parts = variableHelp.map(({ name, meaning, unset, example }) => {
      const shown = example === unset ? '' : `; for example ${example}`
      return `${comment(`${meaning} (${unset}${shown})`)}\n${name}=\n`
    })
    expect(readFileSync('.env.example', 'utf8')).toBe([head, ...parts].join('\n'))
  })

  test('are in the README’s table', () => {
    const rows = variableHelp.map(({ name, unset, meaning }) => {
      const [sentence = ''] = meaning.split(/\.(?: |$)/)
      return `| \`${name}\` | ${unset} | ${sentence} |`
    })
    const [, settings = ''] = /^## Settings\n(.*?)^## /ms.exec(readFileSync('README.md', 'utf8')) ?? []
    const table = settings.split('\n').filter((line) => line.startsWith('|'))
    expect(table).toEqual(['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows])
  })
})
