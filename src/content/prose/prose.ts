import MarkdownIt, { type Token } from 'markdown-it'
import { endOf, slugOf } from '../../lib/text/plain-text.ts'
import { ContentError } from '../read-content.ts'
import { codeLanguages } from './highlight-code.ts'
import { readScale, type Scale } from './scale.ts'

type Heading = { id: string; level: number; text: string }

type ProseSection = { heading?: Heading; text: string }

export type Prose = {
  source: string
  tokens: Token[]
  scales: ReadonlyMap<Token, Scale>
  headings: Heading[]
  sections: ProseSection[]
  pictures: string[]
}

// Quotes become typographic; (c) stays, since it numbers parts of legal texts.
const markdown = new MarkdownIt({ typographer: true }).disable('replacements')

/** @param place its file and first line, for messages; @param lang in which numbers are written. @throws ContentError */
export function parseProse(source: string, place: { file: string; line: number }, lang: string): Prose {
  const tokens = markdown.parse(source, {})
  const scales = new Map<Token, Scale>()
  const prose: Prose = { scales, source, tokens, headings: [], sections: [{ text: '' }], pictures: [] }
  let line = 0
  for (const [i, token] of tokens.entries()) {
    line = token.map?.[0] ?? line
    try {
      if (token.type === 'fence') checkFence(token, scales, lang)
      if (token.type === 'code_block')
        throw new ContentError('indented like this it is code: indent it less, or fence it with ```')
      if (token.type === 'table_open' && columnsOf(tokens, i) === '')
        throw new ContentError('the table needs heads for its columns')
      if (token.type === 'inline') addInline(prose, i, token)
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      throw new ContentError(`content/${place.file}:${place.line + line}: ${error.message}`)
    }
  }
  return prose
}

export function columnsOf(tokens: readonly Token[], start: number): string {
  const end = tokens.findIndex(({ type }, i) => i > start && type === 'thead_close')
  return tokens
    .slice(start, end)
    .filter(({ type }) => type === 'inline')
    .map(plainText)
    .filter(Boolean)
    .join(', ')
}

function checkFence(token: Token, scales: Map<Token, Scale>, lang: string): void {
  const language = token.info.trim()
  if (language === 'scale') {
    try {
      scales.set(token, readScale(token.content, lang))
    } catch (error) {
      throw new ContentError(`the scale block: ${error instanceof Error ? error.message : error}`)
    }
  } else if (!codeLanguages.includes(language)) {
    throw new ContentError(`“${language}” is no language for code here: ${codeLanguages.join(', ')}`)
  }
}

function addInline(prose: Prose, i: number, token: Token): void {
  const opening = prose.tokens[i - 1]
  const parts = token.children ?? []
  for (const part of parts) checkPart(part, prose)
  const bare = parts.find((part, at) => part.type === 'link_open' && hasNoText(parts.slice(at + 1)))
  if (bare) throw new ContentError(`the link to ${bare.attrGet('href')} has no text`)
  if (opening?.type === 'heading_open') addHeading(prose, opening, token)
  else addText(prose, plainText(token), isFollowingCell(prose.tokens, i))
  const closing = prose.tokens[i + 1]
  if (opening?.type === 'paragraph_open' && closing && isPicture(token)) opening.tag = closing.tag = 'figure'
}

function checkPart(part: Token, prose: Prose): void {
  if (part.type === 'image') {
    if (part.content.trim() === '')
      throw new ContentError('the picture has no text alternative: ![what it shows](file.svg "caption")')
    prose.pictures.push(String(part.attrGet('src') ?? ''))
  }
  const href = part.type === 'link_open' ? String(part.attrGet('href')) : ''
  if (!URL.canParse(href, 'https://site.example')) throw new ContentError(`${href} is no address`)
  const [tag] = (part.type === 'text' && /<(?:!--|\/?[a-z][a-z\d-]{0,20}(?=[\s/>]))/i.exec(part.content)) || []
  if (tag)
    throw new ContentError(
      `“${tag}” would stand there as it is: a text takes Markdown, and no HTML; code stands between backticks`,
    )
  if (part.type === 'text' && part.content.includes(']['))
    throw new ContentError(`“${part.content}” would stand there as it is: nothing says where that link leads`)
  if (part.type === 'text' && part.content.includes(']('))
    throw new ContentError(
      `“${part.content}” would stand there as it is: an address holds no spaces, and begins with /, #, https: or mailto:`,
    )
}

function hasNoText(parts: readonly Token[]): boolean {
  const inside = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'link_close'),
  )
  return inside.every(({ content }) => content.trim() === '')
}

function addHeading(prose: Prose, opening: Token, token: Token): void {
  const text = plainText(token)
  const level = Number(opening.tag.slice(1))
  const above = prose.headings.at(-1)?.level ?? 1
  if (level < 2 || level > above + 1)
    throw new ContentError(`“${text}” must begin with ${'#'.repeat(Math.max(2, Math.min(level, above + 1)))}`)
  if (token.children?.some(({ type }) => type === 'link_open' || type === 'image'))
    throw new ContentError(`“${text}” must hold no link and no picture: it is a link to itself`)
  const heading = { id: slugOf(text), level, text }
  if (heading.id === '') throw new ContentError(`“${text}” needs a letter or a digit, of which its address is made`)
  if (prose.headings.some(({ id }) => id === heading.id))
    throw new ContentError(`“${text}” stands above another part already`)
  opening.attrSet('id', heading.id)
  prose.headings.push(heading)
  prose.sections.push({ heading, text: '' })
}

/** For the search: cells are parted by dots, rows and items by a sign where they have none. */
function addText(prose: Prose, text: string, isFollowing: boolean): void {
  const section = prose.sections.at(-1)
  if (!section || text === '') return
  const before = section.text && (isFollowing ? ' · ' : `${endOf(section.text)}\n`)
  section.text += before + text
}

function isFollowingCell(tokens: readonly Token[], i: number): boolean {
  return /^t[hd]_open$/.test(tokens[i - 1]?.type ?? '') && /^t[hd]_close$/.test(tokens[i - 2]?.type ?? '')
}

export function plainText({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : type === 'image' ? '' : content))
    .join('')
}

function isPicture({ children }: Token): boolean {
  return children?.length === 1 && children[0]?.type === 'image'
}
