import { domainToUnicode } from 'node:url'
import { type Db, keysOf, type TableName, tableNames } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { changeRow, lockRow, pagesOf, type Row } from '../../platform/db/stored-rows.ts'
import { toAsciiAddress } from '../../platform/email/address.ts'

/** Erases a person from other people's rows, in short writes. Their own rows (`isTheirs`) are deleted elsewhere. */
export async function eraseMentions(
  database: Database,
  person: PersonMatcher,
  isTheirs: (table: TableName, row: Row) => boolean,
) {
  const references: string[] = []
  let rows = 0
  let newRows = 0
  for (const table of tableNames) {
    for await (const page of pagesOf(database.db, table)) {
      const matching = page.filter((row) => Object.keys(changeOf(table, row, person)).length > 0)
      const others = matching.filter((row) => !isTheirs(table, row))
      newRows += matching.length - others.length
      if (others.length > 0) rows += await database.write((tx) => eraseRows(tx, table, others, person))
      for (const row of others) {
        const reference = referenceIn(table, row)
        if (reference !== undefined) references.push(reference)
      }
    }
  }
  /** `newRows`: their own, written since the deletion. */
  return { rows, newRows, references }
}

/** Rereads each row: it could have changed. */
async function eraseRows(tx: Db, table: TableName, rows: readonly Row[], person: PersonMatcher): Promise<number> {
  let changed = 0
  for (const row of rows) {
    const known = await lockRow(tx, table, row)
    const change = known === undefined ? {} : changeOf(table, known, person)
    if (known === undefined || Object.keys(change).length === 0) continue
    await changeRow(tx, table, known, change)
    changed += 1
  }
  return changed
}

function changeOf(table: TableName, row: Row, person: PersonMatcher): Row {
  const keys: readonly string[] = keysOf[table]
  const changes = Object.entries(row).flatMap(([column, value]) => {
    if (typeof value !== 'string' || keys.includes(column)) return []
    const isAddress = column.endsWith('_address') && person.isIn(value)
    const erasedValue = isAddress ? 'erased@erased.invalid' : person.erasedFrom(value)
    return erasedValue === value ? [] : [[column, erasedValue] as const]
  })
  return Object.fromEntries(changes)
}

export function referenceIn(table: TableName, row: Row): string | undefined {
  if (table !== 'leads' && table !== 'outbox') return undefined
  const reference = table === 'leads' ? row['reference'] : row['about']
  return typeof reference === 'string' ? reference : undefined
}

const erased = '(erased)'

/** Finds people's email addresses or references in text and JSON. */
export type PersonMatcher = ReturnType<typeof createPersonMatcher>

export function createPersonMatcher(names: readonly string[]) {
  const spellings = names.flatMap((name) => (name.includes('@') ? spellingsOf(name) : [name]))
  const patterns = spellings.map((spelling) =>
    [...spelling].map((character) => `(?:${encodingsOf(character).join('|')})`).join(''),
  )
  const pattern = new RegExp(patterns.join('|'), 'giu')

  /** Replaces their names with `(erased)`. JSON stays JSON. */
  function erasedFrom(text: string): string {
    return text.replaceAll(pattern, (match: string, at: number) => {
      const end = at + match.length
      const before = text.slice(Math.max(0, at - contextLength), at)
      return standsAlone(before, match, text.slice(end, end + contextLength)) ? erased : match
    })
  }

  return { isIn: (text: string) => erasedFrom(text) !== text, erasedFrom }
}

/** The domain in ASCII, in Unicode, and in both normalization forms. */
function spellingsOf(email: string): string[] {
  const ascii = toAsciiAddress(email) ?? email
  const at = ascii.lastIndexOf('@') + 1
  const letters = ascii.slice(0, at) + domainToUnicode(ascii.slice(at))
  return [...new Set([ascii, letters, letters.normalize('NFC'), letters.normalize('NFD'), email])]
}

function encodingsOf(character: string): string[] {
  const cases = [...new Set([character, character.toLowerCase(), character.toUpperCase()])]
  return [
    /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character,
    ...cases.map((letter) => [...Buffer.from(letter)].map((byte) => `%(?:25)?${hex(byte, 2)}`).join('')),
    ...cases.flatMap((letter) => [...letter].map(escapeCodesOf)),
  ]
}

function escapeCodesOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `\\\\{1,2}u${hex(code, 4)}|&#(?:${code}|x${hex(code, 1)});?`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** Fits a whole escape sequence and a domain's last label. */
const contextLength = 80

/** Labels that continue a longer domain after an address. Anything else starts the next sentence. */
const lastLabels =
  'com|net|org|info|biz|dev|app|edu|gov|name|pro|xyz|online|site|store|shop|tech|cloud|studio|example|test|invalid'
const domainContinues = new RegExp(`^(?:\\.[a-z0-9-]+)*\\.(?:[a-z]{2}|xn--[a-z0-9-]+|${lastLabels})(?![\\w-])`)

/** `x.ada@a.example` and `ada@a.example.org` aren't `ada@a.example`. */
function standsAlone(before: string, match: string, after: string): boolean {
  if (/[A-Za-z0-9][._+-]?$/.test(unescaped(before))) return false
  const rest = unescaped(after)
  if (/^[A-Za-z0-9]/.test(rest)) return false
  return !match.includes('@') || !domainContinues.test(match === match.toUpperCase() ? rest.toLowerCase() : rest)
}

/** Decodes escapes. Otherwise, the n of `\n` would look like a letter of the next word. */
function unescaped(text: string): string {
  return text
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\u[0-9a-f]{4}|\\[nrtbfv]|&#?\w{1,8};/gi, ' ')
}
