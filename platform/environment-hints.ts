import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteFileName } from './db/database.ts'
import { type Environment, variableHelp } from './environment.ts'
import { isLocalUrl } from './http/ip-address.ts'
import { nearestTo } from './text/nearest.ts'

const variableNames = variableHelp.map(({ name }) => name)

type Source = Readonly<Record<string, string | undefined>>

/** `isWrong`: fix it before going live. Other hints are notes. */
type EnvironmentHint = { text: string; isWrong: boolean }

/** Lists problems with valid settings: misspelled names, an unencrypted key, an unused database. */
export function environmentHints(
  source: Source,
  { chat, databaseUrl, dataDir }: Pick<Environment, 'chat' | 'databaseUrl' | 'dataDir'>,
): EnvironmentHint[] {
  const hints = misspelledSettings(source).map((text) => ({ text, isWrong: false }))
  if (isSentUnencrypted(chat)) hints.push({ text: unencryptedKeyWarning, isWrong: true })
  const file = join(dataDir, sqliteFileName)
  if (databaseUrl !== undefined && existsSync(file)) {
    const fix = 'If it has your data, stop the site and run studio move postgres'
    hints.push({ text: `DATABASE_URL is set, so ${file} isn’t used. ${fix}`, isWrong: false })
  }
  return hints
}

const unencryptedKeyWarning =
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
