import { existsSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { loadEnvFile } from 'node:process'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { parseEmailAddress } from './email/address.ts'

/** Thrown for invalid variables. Lists them one per line, without secret values. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

export const deskPort = 4322

/** Returns a desk page's URL for the owner's emails. It works while the desk is running on the same machine. */
export function deskUrl(path: string): string {
  return `http://127.0.0.1:${deskPort}${path}`
}

/** The first sentence of `meaning` makes sense on its own. `unset`: the default, or the effect of having no value. */
type VariableHelp = { meaning: string; unset: string; form: string; example?: string; isSecret?: true }

const help = z.registry<VariableHelp>()

function parsed<T>(parse: (text: string) => T | undefined) {
  return z.string().transform((text, context): T => {
    const value = parse(text)
    if (value === undefined) context.addIssue('invalid')
    return value ?? z.NEVER
  })
}

function optional<T>(parse: (text: string) => T | undefined, about: VariableHelp) {
  return parsed(parse).optional().register(help, about)
}

function withDefault<T>(parse: (text: string) => T | undefined, about: VariableHelp) {
  return parsed(parse).prefault(about.unset).register(help, about)
}

const address = { form: 'one email address, with or without a name', example: 'Kitewright <hello@kitewright.example>' }

const variables = {
  HOST: withDefault(matching(/^[A-Za-z0-9.:_-]+$/), {
    meaning: 'The address the server listens on.',
    unset: '127.0.0.1',
    form: 'the IP address or the host name to listen on',
  }),
  PORT: withDefault(wholeNumber(65_535), {
    meaning: "The server's port. 0 picks a free one.",
    unset: '4321',
    form: 'a whole number from 0 to 65535 (0 picks a free port)',
  }),
  SITE_URL: optional((text) => urlOf(text, /^https?:$/, (url) => isBare(url))?.origin, {
    meaning: 'The public URL, used in canonical links, feeds, and emails. Changing it rebuilds the site.',
    unset: 'http://localhost:PORT',
    form: 'the public http or https URL, without a path',
    example: 'https://kitewright.example',
  }),
  DATA_DIR: withDefault(path, {
    meaning: 'Folder for the database and everything else the running site writes.',
    unset: './data',
    form: 'a folder Kitewright can write to',
  }),
  DATABASE_URL: optional((text) => urlOf(text, /^postgres(?:ql)?:$/, ({ pathname }) => pathname.length > 1) && text, {
    meaning:
      'A PostgreSQL database to use instead of SQLite. If it runs on another machine, add sslmode=verify-full and sslrootcert=/path/to/ca.pem to encrypt the connection and verify the server. sslmode=require encrypts without verifying. Without sslmode, nothing is encrypted. Other modes and sslrootcert=system work as in psql, except that allow never encrypts and prefer always does.',
    unset: 'a SQLite file in DATA_DIR',
    form: 'the URL of a PostgreSQL database',
    example: 'postgres://user:password@localhost:5432/kitewright',
    isSecret: true,
  }),
  SMTP_URL: optional((text) => urlOf(text, /^smtps?:$/, isMailServer) && text, {
    meaning:
      'The mail server that sends email and signs it with DKIM. Write @ and / in the password as %40 and %2F. The password is only sent over an encrypted connection. Use smtps:// for port 465.',
    unset: 'emails are saved as .eml files in DATA_DIR/mail',
    form: 'the URL of a mail server, smtp:// or smtps://',
    example: 'smtp://user:password@smtp.example.com:587',
    isSecret: true,
  }),
  MAIL_FROM: optional(parseEmailAddress, {
    meaning: 'The sender of all emails.',
    unset: 'from content/studio.yaml',
    ...address,
  }),
  LEADS_TO: optional(parseEmailAddress, {
    meaning: "The email address for the owner's notifications.",
    unset: 'from content/studio.yaml',
    ...address,
  }),
  BACKUP_DIR: optional(path, {
    meaning:
      'Folder for nightly backups (about 03:00), outside DATA_DIR and preferably on another disk. The site keeps all backups for 7 days, then one a week for up to 30 days, and emails LEADS_TO if a backup fails.',
    unset: 'no automatic backups',
    form: 'a folder outside DATA_DIR for the nightly backup',
    example: '/var/backups/kitewright',
  }),
  BACKUP_KEY: optional((text) => (text.length >= 16 && new Set(text).size >= 8 ? text : undefined), {
    meaning:
      'Passphrase that encrypts backups: at least 16 characters, 8 of them different. Use only letters, digits, and hyphens. If you lose it, you lose the backups. Without it, backups store all messages and link-signing secrets in plain text.',
    unset: 'backups are not encrypted',
    form: 'a passphrase of at least 16 characters, 8 of them different',
    example: 'correct-horse-battery-staple',
    isSecret: true,
  }),
  CALENDAR_URLS: optional(calendarsOf, {
    meaning:
      "Your calendars: visitors can't book a call during their events. Use your calendar's secret iCal URLs, or files. The site reads them every five minutes, up to 5 MB each. For a server in a private network, use its IP address or localhost.",
    unset: 'only booked calls block times',
    form: 'up to 10 http, https, or webcal URLs or files, separated by spaces',
    example: 'https://calendar.example/secret-1f3a/basic.ics',
    isSecret: true,
  }),
  CHAT_BASE_URL: optional((text) => gatewayOf(text), {
    meaning:
      "The chat's gateway: base URL of an OpenAI-compatible API, without /chat/completions. Redirects aren't followed, so the key can't leak to another host. Use http:// only on this machine or your own network: it sends the key unencrypted.",
    unset: 'the built-in agent answers',
    form: 'the http or https URL of a chat gateway, without /chat/completions',
    example: 'https://openrouter.ai/api/v1',
  }),
  CHAT_API_KEY: optional(matching(/^[\x21-\x7E]+$/), {
    meaning: "The gateway's API key. Without it, the built-in agent answers.",
    unset: 'the built-in agent answers',
    form: 'a key without spaces',
    example: 'sk-0123456789',
    isSecret: true,
  }),
  CHAT_MODELS: withDefault(modelsOf, {
    meaning:
      "The gateway's models, in order of preference. If a model fails, the next takes over. The last can be built-in.",
    unset: 'deepseek/deepseek-chat:free,google/gemini-2.0-flash-exp:free',
    form: 'model names in order of preference, separated by commas',
  }),
  TRUSTED_PROXIES: withDefault(wholeNumber(10), {
    meaning: "How many proxies in front of the site set the visitor's address in X-Forwarded-For.",
    unset: '0',
    form: 'the number of proxies in front, a whole number from 0 to 10',
    example: '1',
  }),
}

const schema = z
  .object(variables)
  // A backup inside DATA_DIR would be lost along with the data, and would still contain erased people.
  .refine(({ BACKUP_DIR, DATA_DIR }) => BACKUP_DIR === undefined || !isInside(BACKUP_DIR, DATA_DIR), {
    path: ['BACKUP_DIR'],
  })
  .transform((found) => ({
    host: found.HOST,
    port: found.PORT,
    siteUrl: found.SITE_URL ?? localUrl(found.HOST, found.PORT),
    dataDir: found.DATA_DIR,
    databaseUrl: found.DATABASE_URL,
    smtpUrl: found.SMTP_URL,
    mailFrom: found.MAIL_FROM,
    leadsTo: found.LEADS_TO,
    backupDir: found.BACKUP_DIR,
    backupKey: found.BACKUP_KEY,
    calendarUrls: found.CALENDAR_URLS ?? [],
    chat: { baseUrl: found.CHAT_BASE_URL, apiKey: found.CHAT_API_KEY, models: found.CHAT_MODELS },
    trustedProxies: found.TRUSTED_PROXIES,
  }))

export type Environment = z.infer<typeof schema>

export const variableHelp = Object.entries(variables).flatMap(([name, variable]) => {
  const about = help.get(variable)
  return about === undefined ? [] : [{ name, example: about.unset, ...about }]
})

/** The site's URL on this machine. It's also the default for SITE_URL. */
export function localUrl(host: string, port: number): string {
  const isHere = ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${isHere ? 'localhost' : name}:${port}`
}

/** Parses environment variables. Treats empty variables as unset. @throws EnvironmentError */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const setVariables = Object.fromEntries(
    variableHelp.flatMap(({ name }) => {
      const text = source[name]?.trim() ?? ''
      return text === '' ? [] : [[name, text]]
    }),
  )
  const { data, error } = schema.safeParse(setVariables)
  if (data !== undefined) return data
  const invalidNames = new Set(error.issues.map(({ path: [name] }) => name))
  const invalid = variableHelp.filter(({ name }) => invalidNames.has(name))
  const lines = invalid.map(({ name, form, example, isSecret }) => {
    const problem = isSecret ? 'its value (not shown) is invalid' : `“${setVariables[name]}” is invalid`
    return `${name}: ${problem}. It must be ${form}, for example ${name}=${example}`
  })
  throw new EnvironmentError(lines.join('\n'))
}

/** Reads `.env` and the environment, which takes precedence. @throws EnvironmentError, also if `.env` is unreadable */
export function loadEnvironment(): Environment {
  try {
    if (existsSync('.env')) loadEnvFile('.env')
  } catch (error) {
    throw new EnvironmentError(`Couldn't read .env: ${error instanceof Error ? error.message : String(error)}`)
  }
  return readEnvironment(process.env)
}

function matching(form: RegExp) {
  return (text: string) => (form.test(text) ? text : undefined)
}

function wholeNumber(max: number) {
  return (text: string) => (/^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : undefined)
}

function path(text: string): string | undefined {
  return text.includes('\0') ? undefined : resolve(text)
}

function urlOf(text: string, protocol: RegExp, isValid: (url: URL) => boolean): URL | undefined {
  const url = URL.parse(text)
  return url !== null && protocol.test(url.protocol) && isValid(url) ? url : undefined
}

function isBare({ username, origin, href }: URL): boolean {
  return username === '' && `${origin}/` === href
}

function isMailServer({ hostname, pathname, username, password }: URL): boolean {
  return hostname !== '' && ['', '/'].includes(pathname) && [username, password].every(isDecodable)
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

function gatewayOf(text: string): string | undefined {
  const trimmed = text.replace(/\/+$/, '')
  return urlOf(text, /^https?:$/, () => !trimmed.endsWith('/chat/completions')) && trimmed
}

function modelsOf(text: string): readonly string[] | undefined {
  const models = text.split(',').map((model) => model.trim())
  return models.every((model) => /^[\x21-\x7E]+$/.test(model)) ? models : undefined
}

const maxCalendars = 10

function calendarsOf(text: string): readonly string[] | undefined {
  const urls = text.split(/\s+/).filter(Boolean).map(calendarOf)
  const valid = urls.filter((url) => url !== undefined)
  return valid.length < urls.length || valid.length > maxCalendars ? undefined : valid
}

function calendarOf(text: string): string | undefined {
  const url = /^\.?\//.test(text) ? pathToFileURL(resolve(text)).href : text.replace(/^webcals?:/i, 'https:')
  return urlOf(url, /^(?:https?|file):$/, () => true)?.href
}

/** Whether `folder` is `parent` or inside it. Both paths must be absolute and normalized. */
export function isInside(folder: string, parent: string): boolean {
  return `${folder}${sep}`.startsWith(`${parent}${sep}`)
}
