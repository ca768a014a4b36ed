import { rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { distance } from 'fastest-levenshtein'
import { lazy } from '../lazy.ts'
import { foldText } from './fold-text.ts'
import {
  indexedText,
  type MarkedText,
  matchEnd,
  matchStart,
  parseMarks,
  queryTerm,
  shownText,
  tagTerm,
} from './index-text.ts'
import { slugOf } from './slug.ts'

/** The text below a heading. A page's first section has an empty anchor and heading. */
export type TextSection = Record<'path' | 'title' | 'anchor' | 'heading' | 'text', string> & { tags?: string[] }

type TextMatch = { path: string; title: MarkedText; heading: string; excerpt: MarkedText }

export type TextIndex = ReturnType<typeof prepareIndex>

export const textIndexFile = 'texts.sqlite'

/** Maximum number of pages in the results. */
const maxMatches = 20
/** Maximum number of sections to read for these, as pages can match in more than one section. */
const maxSections = 120

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

/**
 * Additional search terms for a section: its path or anchor, its tags, and hyphenated words without hyphens (`email`).
 */
function namesOf({ path, anchor, title, heading, text, tags = [] }: TextSection): string {
  const hyphenated = `${title} ${heading} ${text}`.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? []
  const withoutHyphens = new Set(hyphenated.map((word) => word.replaceAll('-', '')))
  const isFromHeading = anchor !== '' && anchor === slugOf(heading)
  const pathOrAnchor = isFromHeading ? '' : anchor || path
  return [pathOrAnchor, ...tags.map(tagTerm), ...withoutHyphens].join(' ')
}

type ShownSection = { rowid: number } & Record<'path' | 'anchor' | 'title' | 'heading' | 'excerpt', string>

function prepareIndex(database: Sqlite.Database) {
  // The weights are for the columns title, heading, text, and names.
  const findSections = database.prepare<[string], { rowid: number; path: string }>(
    `SELECT rowid, path FROM sections WHERE sections MATCH ? ORDER BY bm25(sections, 8, 4, 1, 6) LIMIT ${maxSections}`,
  )
  // Excerpts are slow, so only displayed matches have one. The plus keeps SQLite from searching again for each row.
  const showSections = database.prepare<[string, string], ShownSection>(
    `SELECT rowid, path, anchor, heading, highlight(sections, 0, '${matchStart}', '${matchEnd}') AS title,
      snippet(sections, 2, '${matchStart}', '${matchEnd}', '…', iif(instr(text, '\u200B'), 60, 30)) AS excerpt
    FROM sections WHERE sections MATCH ? AND +rowid IN (SELECT value FROM json_each(?))`,
  )
  const listPages = database.prepare<[], { path: string; anchor: string; title: string; heading: string }>(
    "SELECT path, anchor, title, heading FROM sections WHERE anchor = '' OR path = '/' ORDER BY rowid",
  )
  // Read the index's terms once a search needs them.
  const vocabulary = lazy(() => {
    database.exec('CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, sections, row)')
    return database.prepare<[], string>('SELECT term FROM temp.vocabulary').pluck().all()
  })

  function findMatches(words: readonly string[]): TextMatch[] {
    if (words.length === 0) return []
    const terms = words.map(queryTerm)
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
    /** Finds pages with all words, or else with any. `isNear`: no page has them, so these match similar words. */
    search(words: readonly string[]): { matches: TextMatch[]; isNear: boolean } {
      const matches = findMatches(words)
      if (matches.length > 0 || words.length === 0) return { matches, isNear: false }
      return { matches: findMatches(words.map((word) => nearestTerm(word, vocabulary()))), isNear: true }
    },
    /** Lists all pages and the home page's sections. */
    pages: () =>
      listPages.all().map(({ path, anchor, title, heading }) => ({
        path: withAnchor(path, anchor),
        title: shownText(anchor ? heading : title),
      })),
    close: () => database.close(),
  }
}

/** Minimum lengths of words to correct, and of words that can have two typos. */
const minCorrectedLength = 3
const minTwoTyposLength = 6

/** Returns the indexed term closest to a word, or the word itself if no term is similar. */
function nearestTerm(word: string, vocabulary: readonly string[]): string {
  const target = foldText(word).toLowerCase()
  if (target.length < minCorrectedLength) return word
  const maxTypos = target.length < minTwoTyposLength ? 1 : 2
  let nearest = { term: word, gap: maxTypos + 1 }
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
