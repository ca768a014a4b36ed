import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { separatorAfter } from '../../text/punctuation.ts'
import { slugOf } from '../../text/slug.ts'
import { atLine, ContentError } from '../read-content.ts'
import { readScale, type Scale } from './scale.ts'

type Heading = { id: string; level: number; text: string }

export type { Token }

export type Prose = {
  source: string
  tokens: Token[]
  headings: Heading[]
  sections: { heading?: Heading; text: string }[]
  /** The line of each picture. */
  pictures: Map<string, number>
}

// Quotes become typographic. (c) stays, since legal texts number with it.
const markdown = new MarkdownIt({ typographer: true, linkify: true }).disable('replacements').use(footnotes)
// Bare web and email addresses are links; `readme.md` isn't one.
markdown.linkify.set({ fuzzyLink: false }).add('//', null).add('ftp:', null)
markdown.core.ruler.push('adapt_plugins', adaptTokens)

/** @param place the file and line where the text starts, for errors @param lang formats numbers @throws ContentError */
export function parseProse(source: string, place: { file: string; line: number }, lang: string): Prose {
  const env: { footnotes?: { refs?: Record<string, number> } } = {}
  const tokens = markdown.parse(source, env)
  const prose: Prose = { source, tokens, headings: [], sections: [{ text: '' }], pictures: new Map() }
  let line = 0
  for (const [i, token] of tokens.entries()) {
    line = token.map?.[0] ?? line
    atLine(`content/${place.file}:${place.line + line}`, () => {
      if (token.type === 'fence') readFence(token, { source, line: place.line + line, lang })
      if (token.type === 'code_block')
        throw new ContentError('indented like this, it’s code: indent it less, or put it between lines of ```')
      if (token.type === 'table_open') describeTable(token, tableRows(tokens, i))
      if (token.type === 'inline') addInline(prose, i, { token, line: place.line + line })
    })
  }
  const [unusedKey] = Object.entries(env.footnotes?.refs ?? {}).find(([, id]) => id < 0) ?? []
  if (unusedKey !== undefined) {
    const name = `[^${unusedKey.slice(1)}]`
    const index = source.split('\n').findIndex((text) => text.includes(`${name}:`))
    throw new ContentError(`content/${place.file}:${place.line + index}: the text has no ${name} for this footnote`)
  }
  return prose
}

/** Completes footnotes, turns `[ ]` and `[x]` at the start of list items into tasks, and rules off the footnotes. */
function adaptTokens({ tokens, Token }: StateCore): void {
  for (const [i, token] of tokens.entries()) {
    completeFootnote(token)
    if (tokens[i - 2]?.type === 'list_item_open') markTask(token, Token)
  }
  const footnotesStart = tokens.findIndex(({ type }) => type === 'footnote_block_open')
  if (footnotesStart >= 0) tokens.splice(footnotesStart, 0, new Token('hr', 'hr', 0))
}

/** Adds tags and reference texts, which markdown-it's footnote plugin leaves out. */
function completeFootnote(token: Token): void {
  if (/^footnote_(?:block_)?(?:open|close)$/.test(token.type))
    Object.assign(token, { tag: token.type.includes('block') ? 'ol' : 'li', block: true })
  for (const part of token.children ?? [])
    if (part.type === 'footnote_ref') part.content = superscript(Number(part.meta?.['id']) + 1)
}

function markTask(token: Token, TokenType: StateCore['Token']): void {
  const [first] = token.children ?? []
  const [box, mark] = /^\[([ xX])\] /.exec(first?.content ?? '') ?? []
  if (box === undefined || !first || !token.children) return
  first.content = first.content.slice(box.length)
  const [start, end] = [new TokenType('task_open', '', 1), new TokenType('task_close', '', -1)]
  start.content = mark === ' ' ? '☐ ' : '☑ '
  token.children = [start, ...token.children, end]
}

function superscript(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')
}

/** Sets a table's label (its column headings) and class, and each cell's Markdown and column heading. */
function describeTable(table: Token, rows: readonly TableCell[][]): void {
  const heads = rows[0]?.map(({ words }) => plainText(words)) ?? []
  const columns = heads.filter(Boolean).join(', ')
  if (columns === '') throw new ContentError('the table needs column headings')
  table.attrSet('label', columns)
  table.attrSet('class', tableRoom(rows))
  for (const [i, row] of rows.entries())
    for (const [column, { cell, words }] of row.entries()) {
      cell.content = words.content
      if (i > 0 && column > 0) cell.attrSet('head', heads[column] ?? '')
    }
}

/** Turns a code block in the language `scale` into a `scale` token. */
function readFence(token: Token, { source, line, lang }: { source: string; line: number; lang: string }): void {
  const [start, end] = token.map ?? [0, 0]
  const lastLine = source.split('\n')[end - 1]?.replace(/^[\s>]+/, '')
  if (end - start < 2 || !lastLine?.startsWith(token.markup))
    throw new ContentError(`the code block that begins here has no end. Add a line of ${token.markup} below it`)
  if (token.info.trim() !== 'scale') return
  const scale = atLine('the scale block', () => readScale('\n'.repeat(line) + token.content, lang))
  Object.assign(token, { type: 'scale', meta: { scale } })
}

/** @param token of the type `scale` */
export function scaleOf({ meta }: Token): Scale {
  return meta?.['scale'] as Scale
}

function addInline(prose: Prose, i: number, { token, line }: { token: Token; line: number }): void {
  const opening = prose.tokens[i - 1]
  const parts = token.children ?? []
  for (const part of parts) checkPart(part, line, prose)
  const emptyLink = parts.find((part, index) => part.type === 'link_open' && hasNoText(parts.slice(index + 1)))
  if (emptyLink) throw new ContentError(`the link to ${emptyLink.attrGet('href')} has no text`)
  if (opening?.type === 'heading_open') addHeading(prose, opening, token)
  else addText(prose, plainText(token), isFollowingCell(prose.tokens, i))
  const closing = prose.tokens[i + 1]
  if (opening?.type === 'paragraph_open' && closing && isPicture(token)) opening.tag = closing.tag = 'figure'
}

function checkPart(part: Token, line: number, { pictures }: Prose): void {
  if (part.type === 'image') {
    if (part.content.trim() === '')
      throw new ContentError('the picture has no text alternative: ![what it shows](file.svg "caption")')
    pictures.set(attribute(part, 'src'), line)
  }
  const href = part.type === 'link_open' ? attribute(part, 'href') : ''
  if (!URL.canParse(href, 'https://site.example')) throw new ContentError(`${href} isn’t a valid address`)
  if (part.type === 'text') checkText(part.content)
}

/** @throws ContentError for markup that would be shown as plain text */
function checkText(text: string): void {
  const shown = (markup: string) => `“${markup}” would be shown as is`
  const tag = /<(?:!--|\/?[a-z][a-z\d-]{0,20}(?=[\s/>]))/i.exec(text)?.[0]
  if (tag) throw new ContentError(`${shown(tag)}: use Markdown instead of HTML, and put code between backticks`)
  const note = /\[\^[^\]]+\]/.exec(text)?.[0]
  if (note) throw new ContentError(`${note} has no footnote: add a line that begins with ${note}:`)
  if (text.includes('][')) throw new ContentError(`${shown(text)}: the link has no address`)
  if (text.includes(']('))
    throw new ContentError(`${shown(text)}: an address has no spaces, and begins with /, #, https: or mailto:`)
}

function hasNoText(parts: readonly Token[]): boolean {
  const end = parts.findIndex(({ type }) => type === 'link_close')
  return parts.slice(0, end).every(({ content }) => content.trim() === '')
}

function addHeading(prose: Prose, opening: Token, token: Token): void {
  // Headings link to themselves, so addresses in them aren't linked.
  token.children = (token.children ?? []).filter(({ markup }) => markup !== 'linkify')
  const text = plainText(token)
  const level = Number(opening.tag.slice(1))
  const above = prose.headings.at(-1)?.level ?? 1
  if (level < 2 || level > above + 1)
    throw new ContentError(`“${text}” must begin with ${'#'.repeat(Math.max(2, Math.min(level, above + 1)))}`)
  if (token.children.some(({ type }) => ['link_open', 'image', 'footnote_ref'].includes(type)))
    throw new ContentError(`“${text}” must not have a link, picture, or footnote: it is a link to itself`)
  const heading = { id: freeAnchor(slugOf(text) || 'section', prose), level, text }
  opening.attrSet('id', heading.id)
  prose.headings.push(heading)
  prose.sections.push({ heading, text: '' })
}

/** As on GitHub: `c`, then `c-1` for the second heading with this slug. */
function freeAnchor(slug: string, { headings }: Prose): string {
  let anchor = slug
  for (let n = 1; headings.some(({ id }) => id === anchor); n++) anchor = `${slug}-${n}`
  return anchor
}

/** Adds text for the search index. Cells are separated by dots, rows and items by punctuation. */
function addText(prose: Prose, text: string, isFollowing: boolean): void {
  const section = prose.sections.at(-1)
  if (!section || text === '') return
  const before = section.text && (isFollowing ? ' · ' : `${separatorAfter(section.text)}\n`)
  section.text += before + text
}

function isFollowingCell(tokens: readonly Token[], i: number): boolean {
  return /^t[hd]_open$/.test(tokens[i - 1]?.type ?? '') && /^t[hd]_close$/.test(tokens[i - 2]?.type ?? '')
}

export function plainText({ children }: Token): string {
  const texts = (children ?? []).map(({ type, content }) => {
    if (type === 'softbreak' || type === 'hardbreak') return ' '
    return type === 'image' || type === 'footnote_ref' ? '' : content
  })
  return texts.join('')
}

function isPicture({ children }: Token): boolean {
  return children?.length === 1 && children[0]?.type === 'image'
}

export function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? '')
}

/** In rem, at the smallest font size of a table: the width of an average letter, and the gap between columns. */
const letterRem = 0.53
const gapRem = 0.75

type TableCell = { cell: Token; words: Token }

/** The rows of the table that opens at `start`. The first one has the column headings. */
function tableRows(tokens: readonly Token[], start: number): TableCell[][] {
  const rows: TableCell[][] = []
  for (let i = start; i < tokens.length && tokens[i]?.type !== 'table_close'; i++) {
    const [cell, words] = tokens.slice(i, i + 2)
    if (cell?.type === 'tr_open') rows.push([])
    if (words?.type === 'inline' && cell) rows.at(-1)?.push({ cell, words })
  }
  return rows
}

/** The class of a table by the width it needs to show columns; below that width, its cells are stacked. */
function tableRoom(rows: readonly TableCell[][]): '' | 'roomy' | 'wide' {
  const columns = rows[0]?.map((_, column) => Math.max(...rows.map((row) => lettersFor(row[column])))) ?? []
  const letters = columns.reduce((sum, column) => sum + column, 0)
  const widthRem = letters * letterRem + (columns.length - 1) * gapRem
  if (widthRem <= 15) return ''
  return widthRem <= 20 ? 'roomy' : 'wide'
}

function lettersFor(tableCell: TableCell | undefined): number {
  const cell = tableCell?.words.content.replaceAll(/\]\([^)]*\)|[*`[]/g, '') ?? ''
  if (isFigure(cell)) return cell.length
  return Math.max(Math.min(22, cell.length / 3), ...cell.split(/\s+/).map((word) => word.length))
}

/** Whether a cell is a number like `10-12` or `$4,997`, with at most a unit, so that it must not wrap. */
function isFigure(cell: string): boolean {
  return /^\S*\d\S*( \p{L}+)?$/u.test(cell)
}

/** The element and the classes of a cell. An empty `th` would be announced as a heading. */
export function cellLook(cell: Token): { tag: string; classes: string[] } {
  const isRight = attribute(cell, 'style').endsWith('right')
  return {
    tag: cell.content === '' ? 'td' : cell.tag,
    classes: [...(isRight ? ['number'] : []), ...(isFigure(cell.content) ? ['unbroken'] : [])],
  }
}

/** A footnote's number, and the name of a reference to it: `3`, then `3.2` for the second one. */
export function footnoteOf({ meta }: Token): { note: number; ref: string } {
  const [note, earlierRefs] = [Number(meta?.['id']) + 1, Number(meta?.['subId'] ?? 0)]
  return { note, ref: earlierRefs === 0 ? `${note}` : `${note}.${earlierRefs + 1}` }
}
