import { rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { distance } from 'fastest-levenshtein'
import { lazy } from '../lazy.ts'
import { foldText } from './fold-text.ts'
import { slugOf, tagSlug } from './slug.ts'

/** The text below one heading. A page's first section has neither anchor nor heading. */
export type TextSection = Record<'path' | 'title' | 'anchor' | 'heading' | 'text', string> & { tags?: string[] }

export type MarkedText = { text: string; isMatch: boolean }[]

type TextMatch = { path: string; title: MarkedText; heading: string; excerpt: MarkedText }

export type TextIndex = ReturnType<typeof prepareIndex>

export const textIndexFile = 'texts.sqlite'

const maxMatches = 20
const maxSections = 120
/** Control characters, which don't occur in content, mark a match. */
const matchStart = '\u0002'
const matchEnd = '\u0003'

export function createTextIndex(file: string, sections: Iterable<TextSection>): TextIndex {
  if (file !== ':memory:') rmSync(file, { force: true })
  const database = new Sqlite(file)
  database.exec(`CREATE VIRTUAL TABLE sections USING fts5
    (title, heading, text, names, path UNINDEXED, anchor UNINDEXED, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'")`)
  const insert = database.prepare('INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?)')
  database.transaction(() => {
    for (const section of sections) {
      const texts = [section.title, section.heading, section.text, namesOf(section)]
      insert.run(...texts.map(indexedText), section.path, section.anchor)
    }
  })()
  return prepareIndex(database)
}

export function openTextIndex(file: string): TextIndex {
  return prepareIndex(new Sqlite(file, { readonly: true, fileMustExist: true }))
}

/** Scripts without spaces between words. Their text is indexed as phrases of letters. */
const spaceless = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]'
const token = new RegExp(
  `((?=${spaceless})[\\p{L}\\p{N}]\\p{M}*)|(?:(?!${spaceless})[\\p{L}\\p{N}\\p{M}\\p{Cf}])+`,
  'gu',
)
/** Letters the tokenizer doesn't fold: it only removes accents. */
const otherSpelling = /[ßẞœŒæÆøØłŁđĐðÐþÞς\p{Cf}]/u

/**
 * Prepares text for the tokenizer: separates letters by U+200B, and puts another spelling before its word, as an
 * interlinear annotation (U+FFF9 to U+FFFB). `shownText` removes both.
 */
function indexedText(text: string): string {
  return text.replaceAll('\u00AD', '').replaceAll(token, (word, letter?: string) => {
    if (letter !== undefined) return `\u200B${letter}\u200B`
    const isSpelledOtherwise = otherSpelling.test(word) || word.normalize('NFKC') !== word.normalize('NFC')
    return isSpelledOtherwise ? `\uFFF9${foldText(word)}\uFFFA${word}\uFFFB` : word
  })
}

/** Moves matches from other spellings to their words. An excerpt can start or end within either. */
function shownText(text: string): string {
  const words = text.replaceAll(/\uFFF9([^\uFFF9\uFFFA]*)\uFFFA([^\uFFF9\uFFFB]*)/g, (all, _, word: string) =>
    all.includes(matchStart) ? matchStart + word.replaceAll(matchStart, '').replaceAll(matchEnd, '') + matchEnd : word,
  )
  return words.replace(/\uFFF9.*/s, '…').replaceAll(/[\u200B\uFFFA\uFFFB]/g, '')
}

/** A tag's token, which no word matches: the tokenizer treats private use characters as letters. */
export function tagTerm(tag: string): string {
  return `\uE000${tagSlug(tag).replaceAll('-', '\uE001')}\uE000`
}

/** A section's path or anchor, tags, and hyphenated words without the hyphen (`email` for e-mail). */
function namesOf({ path, anchor, title, heading, text, tags = [] }: TextSection): string {
  const joined = `${title} ${heading} ${text}`.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? []
  const isFromHeading = anchor !== '' && anchor === slugOf(heading)
  const place = isFromHeading ? '' : anchor || path
  return [place, ...tags.map(tagTerm), ...new Set(joined.map((word) => word.replaceAll('-', '')))].join(' ')
}

type ShownSection = { rowid: number } & Record<'path' | 'anchor' | 'title' | 'heading' | 'excerpt', string>

function prepareIndex(database: Sqlite.Database) {
  // The weights are for the columns title, heading, text, and names.
  const findSections = database.prepare<[string], { rowid: number; path: string }>(
    `SELECT rowid, path FROM sections WHERE sections MATCH ? ORDER BY bm25(sections, 8, 4, 1, 6) LIMIT ${maxSections}`,
  )
  // Excerpts are slow, so only displayed matches get one. The plus keeps SQLite from searching again for each row.
  const showSections = database.prepare<[string, string], ShownSection>(
    `SELECT rowid, path, anchor, heading, highlight(sections, 0, '${matchStart}', '${matchEnd}') AS title,
      snippet(sections, 2, '${matchStart}', '${matchEnd}', '…', iif(instr(text, '\u200B'), 60, 30)) AS excerpt
    FROM sections WHERE sections MATCH ? AND +rowid IN (SELECT value FROM json_each(?))`,
  )
  const listPages = database.prepare<[], { path: string; anchor: string; title: string; heading: string }>(
    "SELECT path, anchor, title, heading FROM sections WHERE anchor = '' OR path = '/' ORDER BY rowid",
  )
  // Reads the index's terms only once a search needs them.
  const vocabulary = lazy(() => {
    database.exec('CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, sections, row)')
    return database.prepare<[], string>('SELECT term FROM temp.vocabulary').pluck().all()
  })

  function findMatches(words: readonly string[]): TextMatch[] {
    const terms = words.map((word) => {
      return `"${word.replaceAll(token, (part, letter?: string) => (letter ? ` ${letter} ` : foldText(part)))}"*`
    })
    if (terms.length === 0) return []
    return runQuery(terms.join(' AND ')) ?? runQuery(terms.join(' OR ')) ?? []
  }

  function runQuery(query: string): TextMatch[] | undefined {
    const best = new Map<string, number>()
    for (const { path, rowid } of findSections.all(query)) if (!best.has(path)) best.set(path, rowid)
    if (best.size === 0) return undefined
    const rowids = [...best.values()].slice(0, maxMatches)
    const sections = new Map(showSections.all(query, JSON.stringify(rowids)).map((section) => [section.rowid, section]))
    return rowids
      .flatMap((rowid) => sections.get(rowid) ?? [])
      .map(({ path, anchor, title, heading, excerpt }) => ({
        path: withAnchor(path, anchor),
        title: parseMarks(title),
        heading: shownText(heading),
        excerpt: parseMarks(excerpt),
      }))
  }

  return {
    /** @returns matches for all words, or else for any of them. `isNear`: they match similar words instead. */
    search(words: readonly string[]): { matches: TextMatch[]; isNear: boolean } {
      const matches = findMatches(words)
      if (matches.length > 0 || words.length === 0) return { matches, isNear: false }
      return { matches: findMatches(words.map((word) => nearestTerm(word, vocabulary()))), isNear: true }
    },
    /** Lists all pages, and the home page's sections. */
    pages: () =>
      listPages.all().map(({ path, anchor, title, heading }) => ({
        path: withAnchor(path, anchor),
        title: shownText(anchor ? heading : title),
      })),
    close: () => database.close(),
  }
}

function nearestTerm(word: string, vocabulary: readonly string[]): string {
  const target = foldText(word).toLowerCase()
  if (target.length < 3) return word
  let nearest = { term: word, gap: target.length > 5 ? 3 : 2 }
  for (const term of vocabulary) {
    if (Math.abs(term.length - target.length) >= nearest.gap) continue
    const gap = distance(target, term)
    if (gap < nearest.gap) nearest = { term, gap }
  }
  return nearest.term
}

function withAnchor(path: string, anchor: string): string {
  return anchor ? `${path}#${anchor}` : path
}

function parseMarks(text: string): MarkedText {
  return shownText(text)
    .split(matchStart)
    .flatMap((piece, i) => {
      const [first = '', rest = ''] = piece.split(matchEnd)
      return [
        { text: first, isMatch: i > 0 },
        { text: rest, isMatch: false },
      ].filter((part) => part.text !== '')
    })
}
