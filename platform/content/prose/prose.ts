import { separatorAfter } from '../../text/punctuation.ts'
import { slugOf } from '../../text/slug.ts'
import { ContentError, withLocation } from '../files/content-error.ts'
import { parseMarkdown } from './markdown-parser.ts'
import { readScale } from './scale.ts'
import { describeTable } from './tables.ts'
import { attribute, plainText, type Token } from './tokens.ts'

type Heading = { id: string; level: number; text: string }

export type Prose = {
  source: string
  tokens: Token[]
  headings: Heading[]
  sections: { heading?: Heading; text: string }[]
  /** Line numbers by picture name. */
  pictures: Map<string, number>
}

type Place = { file: string; line: number }

/**
 * Parses and checks Markdown. Collects its headings, its text for search, and the names of its pictures.
 * @param place where the Markdown starts, for errors
 * @param lang formats the numbers in scales
 * @throws ContentError with file and line
 */
export function parseProse(source: string, place: Place, lang: string): Prose {
  const { tokens, footnoteRefs } = parseMarkdown(source)
  const prose: Prose = { source, tokens, headings: [], sections: [{ text: '' }], pictures: new Map() }
  let line = 0
  for (const [i, token] of tokens.entries()) {
    line = token.map?.[0] ?? line
    withLocation(`content/${place.file}:${place.line + line}`, () => {
      if (token.type === 'fence') readFence(token, { source, line: place.line + line, lang })
      if (token.type === 'code_block')
        throw new ContentError('indented like this, it’s code. Indent it less, or put ``` above and below it')
      if (token.type === 'table_open') describeTable(tokens, i)
      if (token.type === 'inline') addInline(prose, i, { token, line: place.line + line })
    })
  }
  requireFootnotesUsed(source, place, footnoteRefs)
  return prose
}

/** Rejects an unclosed code block, and turns a code block in the language `scale` into a `scale` token. */
function readFence(token: Token, { source, line, lang }: { source: string; line: number; lang: string }): void {
  const [start, end] = token.map ?? [0, 0]
  const lastLine = source.split('\n')[end - 1]?.replace(/^[\s>]+/, '')
  if (end - start < 2 || !lastLine?.startsWith(token.markup))
    throw new ContentError(`the code block that begins here has no end. Add a line of ${token.markup} below it`)
  if (token.info.trim() !== 'scale') return
  const scale = withLocation('the scale block', () => readScale('\n'.repeat(line) + token.content, lang))
  Object.assign(token, { type: 'scale', meta: { scale } })
}

function addInline(prose: Prose, i: number, { token, line }: { token: Token; line: number }): void {
  const opening = prose.tokens[i - 1]
  const parts = token.children ?? []
  for (const part of parts) checkPart(part, line, prose)
  const emptyLink = parts.find((part, index) => part.type === 'link_open' && hasNoText(parts.slice(index + 1)))
  if (emptyLink) throw new ContentError(`the link to ${emptyLink.attrGet('href')} has no text`)
  if (opening?.type === 'heading_open') addHeading(prose, opening, token)
  else addText(prose, plainText(token), isNextCell(prose.tokens, i))
  const closing = prose.tokens[i + 1]
  if (opening?.type === 'paragraph_open' && closing && isPicture(token)) opening.tag = closing.tag = 'figure'
}

function checkPart(part: Token, line: number, { pictures }: Prose): void {
  if (part.type === 'image') {
    if (part.content.trim() === '')
      throw new ContentError('the picture has no alternative text. Write ![what it shows](file.svg "caption")')
    pictures.set(attribute(part, 'src'), line)
  }
  const href = part.type === 'link_open' ? attribute(part, 'href') : ''
  if (!URL.canParse(href, 'https://site.example')) throw new ContentError(`${href} isn’t a valid URL`)
  if (part.type === 'text') checkText(part.content)
}

/** Rejects markup that Markdown doesn't support, which visitors would see as typed. @throws ContentError */
function checkText(text: string): void {
  const problem = (markup: string, fix: string) => new ContentError(`visitors would see “${markup}” as typed. ${fix}`)
  const tag = /<(?:!--|\/?[a-z][a-z\d-]{0,20}(?=[\s/>]))/i.exec(text)?.[0]
  if (tag) throw problem(tag, 'HTML isn’t supported. Use Markdown, and put code between backticks')
  const note = /\[\^[^\]]+\]/.exec(text)?.[0]
  if (note) throw new ContentError(`${note} has no footnote. Add a line that begins with ${note}:`)
  if (text.includes('][')) throw problem(text, 'The link has no URL')
  if (text.includes('](')) throw problem(text, 'A link’s URL has no spaces and begins with /, #, https: or mailto:')
}

function hasNoText(parts: readonly Token[]): boolean {
  const end = parts.findIndex(({ type }) => type === 'link_close')
  return parts.slice(0, end).every(({ content }) => content.trim() === '')
}

function addHeading(prose: Prose, opening: Token, token: Token): void {
  // Headings link to themselves, so don't link bare URLs in them.
  token.children = (token.children ?? []).filter(({ markup }) => markup !== 'linkify')
  const text = plainText(token)
  const level = Number(opening.tag.slice(1))
  const maxLevel = (prose.headings.at(-1)?.level ?? 1) + 1
  if (level < 2 || level > maxLevel) {
    const allowedLevel = Math.max(2, Math.min(level, maxLevel))
    throw new ContentError(`“${text}” must begin with ${'#'.repeat(allowedLevel)}`)
  }
  if (token.children.some(({ type }) => ['link_open', 'image', 'footnote_ref'].includes(type)))
    throw new ContentError(`“${text}” must not have a link, picture, or footnote. Headings link to themselves`)
  const heading = { id: freeAnchor(slugOf(text) || 'section', prose), level, text }
  opening.attrSet('id', heading.id)
  prose.headings.push(heading)
  prose.sections.push({ heading, text: '' })
}

/** Returns a unique anchor. Numbers duplicates as GitHub does: `costs`, then `costs-1`. */
function freeAnchor(slug: string, { headings }: Prose): string {
  let anchor = slug
  for (let n = 1; headings.some(({ id }) => id === anchor); n++) anchor = `${slug}-${n}`
  return anchor
}

/** Adds text to the current section, for search. Separates cells by dots, and rows and items by punctuation. */
function addText(prose: Prose, text: string, startsNextCell: boolean): void {
  const section = prose.sections.at(-1)
  if (!section || text === '') return
  const before = section.text && (startsNextCell ? ' · ' : `${separatorAfter(section.text)}\n`)
  section.text += before + text
}

function isNextCell(tokens: readonly Token[], i: number): boolean {
  return /^t[hd]_open$/.test(tokens[i - 1]?.type ?? '') && /^t[hd]_close$/.test(tokens[i - 2]?.type ?? '')
}

function isPicture({ children }: Token): boolean {
  return children?.length === 1 && children[0]?.type === 'image'
}

/** @param refs footnote ids by name, like `:1`. Ids of unused footnotes are negative. */
function requireFootnotesUsed(source: string, place: Place, refs: Record<string, number>): void {
  const [unusedKey] = Object.entries(refs).find(([, id]) => id < 0) ?? []
  if (unusedKey === undefined) return
  const name = `[^${unusedKey.slice(1)}]`
  const index = source.split('\n').findIndex((line) => line.includes(`${name}:`))
  const problem = `the text doesn’t refer to this footnote. Put ${name} where it belongs, or remove it`
  throw new ContentError(`content/${place.file}:${place.line + index}: ${problem}`)
}
