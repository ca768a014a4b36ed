import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteFileName } from './db/database.ts'
import { type Environment, variableHelp } from './environment.ts'
import { isLocalUrl } from './http/ip-address.ts'
import { nearestTo } from './text/nearest.ts'

const variableNames = variableHelp.map(({ name }) => name)

type Source = Readonly<Record<string, string | undefined>>

/** Lists problems with valid settings: misspelled names, an unencrypted key, an unused database. */
export function environmentHints(
  source: Source,
  { chat, databaseUrl, dataDir }: Pick<Environment, 'chat' | 'databaseUrl' | 'dataDir'>,
): string[] {
  const hints = misspelledSettings(source)
  if (isSentUnencrypted(chat)) hints.push(unencryptedKeyWarning)
  const file = join(dataDir, sqliteFileName)
  if (databaseUrl !== undefined && existsSync(file)) {
    const fix = 'If it has your data, stop the site and run studio move postgres'
    hints.push(`DATABASE_URL is set, so ${file} isn’t used. ${fix}`)
  }
  return hints
}

export const unencryptedKeyWarning =
  'CHAT_BASE_URL is http:// on another network, so CHAT_API_KEY is sent unencrypted. Use https://'

/** Minimum length of a misspelled name. Shorter names, such as HOST and PORT, resemble unrelated variables. */
const minNameLength = 8

function misspelledSettings(source: Source): string[] {
  const isSet = (name: string) => (source[name]?.trim() ?? '') !== ''
  const missing = variableNames.filter((name) => name.length >= minNameLength && !isSet(name))
  const known = new Set<string>(variableNames)
  return Object.keys(source).flatMap((name) => {
    if (known.has(name) || !isSet(name)) return []
    const sameInitial = missing.filter((each) => each[0] === name[0]?.toUpperCase())
    const meant = nearestTo(name, sameInitial)
    return meant === undefined ? [] : [`Unknown setting ${name}. Did you mean ${meant}?`]
  })
}

function isSentUnencrypted({ baseUrl, apiKey }: Environment['chat']): boolean {
  if (baseUrl === undefined || apiKey === undefined) return false
  return baseUrl.startsWith('http:') && !isLocalUrl(baseUrl)
}
