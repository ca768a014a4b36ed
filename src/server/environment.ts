import { resolve } from 'node:path'
import { isInside } from '../lib/is-inside.ts'
import { type MailAddress, parseMailAddress } from '../lib/mail/mail-address.ts'

/** What the operator sets; everything has a default that works on a fresh clone. */
export type Environment = {
  host: string
  /** 0 picks a free port. */
  port: number
  /** Without a trailing slash. */
  siteUrl: string
  /** Absolute. */
  dataDir: string
  /** Undefined: the SQLite file in `dataDir`. */
  databaseUrl: string | undefined
  /** Undefined: mails become files in `dataDir`/mail. */
  smtpUrl: string | undefined
  /** Undefined: the studio's address in the content. */
  mailFrom: MailAddress | undefined
  leadsTo: MailAddress | undefined
  /** Where the nightly backup goes, absolute; undefined: there is none. */
  backupDir: string | undefined
  /** Undefined: backups are not encrypted. */
  backupKey: string | undefined
  chat: { baseUrl: string | undefined; apiKey: string | undefined; models: readonly string[] }
  trustedProxies: number
}

/** Wrong variables, one a line: the name, what was given (never a secret), the form and an example. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

type Variable<T> = { form: string; example: string; secret?: boolean; parse: (text: string) => T | undefined }

const address = {
  form: 'one e-mail address, with or without a name',
  example: 'Kitewright <hello@kitewright.example>',
  parse: parseMailAddress,
} satisfies Variable<MailAddress>

const variables = {
  HOST: {
    form: 'the IP address or the host name to listen on',
    example: '127.0.0.1',
    parse: (text) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined),
  } satisfies Variable<string>,
  PORT: {
    form: 'a whole number from 0 to 65535 (0 picks a free port)',
    example: '4321',
    parse: (text) => wholeNumber(text, 65_535),
  } satisfies Variable<number>,
  SITE_URL: {
    form: 'the public http or https address, without a path',
    example: 'https://kitewright.example',
    parse: (text) => {
      const url = parseUrl(text, ['http:', 'https:'])
      return url && url.username === '' && `${url.origin}/` === url.href ? url.origin : undefined
    },
  } satisfies Variable<string>,
  DATA_DIR: {
    form: 'a folder that this program may write to',
    example: './data',
    parse: path,
  } satisfies Variable<string>,
  DATABASE_URL: {
    form: 'the address of a PostgreSQL database',
    example: 'postgres://user:password@localhost:5432/kitewright',
    secret: true,
    parse: (text) => {
      const url = parseUrl(text, ['postgres:', 'postgresql:'])
      return url && url.pathname.length > 1 ? text : undefined
    },
  } satisfies Variable<string>,
  SMTP_URL: {
    form: 'the address of a mail server, smtp:// or smtps://',
    example: 'smtp://user:password@smtp.example.com:587',
    secret: true,
    parse: (text) => {
      const url = parseUrl(text, ['smtp:', 'smtps:'])
      const isWhole = url && url.hostname !== '' && ['', '/'].includes(url.pathname)
      return isWhole && isDecodable(url.username) && isDecodable(url.password) ? text : undefined
    },
  } satisfies Variable<string>,
  MAIL_FROM: address,
  LEADS_TO: address,
  BACKUP_DIR: {
    form: 'a folder outside DATA_DIR for the nightly backup',
    example: '/var/backups/kitewright',
    parse: path,
  } satisfies Variable<string>,
  BACKUP_KEY: {
    form: 'a passphrase of at least 16 characters, 8 of them different',
    example: 'correct-horse-battery-staple',
    secret: true,
    parse: (text) => (text.length >= 16 && new Set(text).size >= 8 ? text : undefined),
  } satisfies Variable<string>,
  CHAT_BASE_URL: {
    form: 'the http or https address of a chat gateway, up to but without /chat/completions',
    example: 'https://openrouter.ai/api/v1',
    parse: (text) => {
      const url = parseUrl(text, ['http:', 'https:'])
      const trimmed = text.replace(/\/+$/, '')
      return url && !trimmed.endsWith('/chat/completions') ? trimmed : undefined
    },
  } satisfies Variable<string>,
  CHAT_API_KEY: {
    form: 'a key without spaces',
    example: 'sk-0123456789',
    secret: true,
    parse: (text) => (/^[\x21-\x7E]+$/.test(text) ? text : undefined),
  } satisfies Variable<string>,
  CHAT_MODELS: {
    form: 'names of models, the preferred one first, separated by commas',
    example: 'deepseek/deepseek-chat:free,google/gemini-2.0-flash-exp:free',
    parse: (text) => {
      const models = text.split(',').map((model) => model.trim())
      return models.every((model) => /^[\x21-\x7E]+$/.test(model)) ? models : undefined
    },
  } satisfies Variable<string[]>,
  TRUSTED_PROXIES: {
    form: 'how many proxies stand in front, a whole number from 0 to 10',
    example: '1',
    parse: (text) => wholeNumber(text, 10),
  } satisfies Variable<number>,
}

export const variableNames = Object.keys(variables)

/**
 * Reads and checks all variables. An empty one counts as unset, so that a line of `.env.example` may stay as it is.
 * @throws EnvironmentError that names every wrong variable
 */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const wrong: string[] = []
  const read = <T>(name: keyof typeof variables, variable: Variable<T>): T | undefined => {
    const text = source[name]?.trim() ?? ''
    if (text === '') return undefined
    const value = variable.parse(text)
    if (value === undefined) wrong.push(complaint(name, text, variable))
    return value
  }
  const environment: Environment = {
    host: read('HOST', variables.HOST) ?? '127.0.0.1',
    port: read('PORT', variables.PORT) ?? 4321,
    siteUrl: read('SITE_URL', variables.SITE_URL) ?? 'http://localhost:4321',
    dataDir: read('DATA_DIR', variables.DATA_DIR) ?? resolve('./data'),
    databaseUrl: read('DATABASE_URL', variables.DATABASE_URL),
    smtpUrl: read('SMTP_URL', variables.SMTP_URL),
    mailFrom: read('MAIL_FROM', variables.MAIL_FROM),
    leadsTo: read('LEADS_TO', variables.LEADS_TO),
    backupDir: read('BACKUP_DIR', variables.BACKUP_DIR),
    backupKey: read('BACKUP_KEY', variables.BACKUP_KEY),
    chat: {
      baseUrl: read('CHAT_BASE_URL', variables.CHAT_BASE_URL),
      apiKey: read('CHAT_API_KEY', variables.CHAT_API_KEY),
      models: read('CHAT_MODELS', variables.CHAT_MODELS) ?? variables.CHAT_MODELS.example.split(','),
    },
    trustedProxies: read('TRUSTED_PROXIES', variables.TRUSTED_PROXIES) ?? 0,
  }
  const { backupDir, dataDir } = environment
  // What lies beside the data goes with the data, and would keep what was erased from it.
  if (backupDir !== undefined && isInside(backupDir, dataDir)) {
    wrong.push(complaint('BACKUP_DIR', backupDir, variables.BACKUP_DIR))
  }
  if (wrong.length > 0) throw new EnvironmentError(wrong.join('\n'))
  return environment
}

function complaint<T>(name: string, text: string, { form, example, secret }: Variable<T>): string {
  const given = secret ? 'its value (not shown) is wrong' : `“${text}” is wrong`
  return `${name}: ${given}. It must be ${form}, for example ${name}=${example}`
}

function wholeNumber(text: string, max: number): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

function path(text: string): string | undefined {
  return text.includes('\0') ? undefined : resolve(text)
}

function parseUrl(text: string, protocols: string[]): URL | undefined {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) ? url : undefined
}

/** A % that begins no %XX, as in a password that was not written for an address. */
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
