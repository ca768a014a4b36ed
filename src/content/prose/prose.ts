import MarkdownIt, { type Token } from 'markdown-it'
import { slugOf } from '../../lib/slug.ts'
import { ContentError } from '../read-content.ts'
import { codeLanguages } from './highlight-code.ts'
import { readScale, type Scale } from './scale.ts'

export type Heading = { id: string; level: number; text: string }

/** A stretch of text under one heading; the first has none. */
export type ProseSection = { heading?: Heading; text: string }

/** A text in Markdown, parsed once; page, feed and search each make theirs of it. */
export type Prose = {
  source: string
  tokens: Token[]
  /** What the `scale` blocks hold, by their tokens. */
  scales: ReadonlyMap<Token, Scale>
  headings: Heading[]
  sections: ProseSection[]
  /** Names of the picture files that it shows, from its own folder. */
  pictures: string[]
}

const markdown = new MarkdownIt({ typographer: true })

/**
 * @param place where the text stands, for messages: file below content/, and the line of its first line
 * @throws ContentError with file and line
 */
export function parseProse(source: string, place: { file: string; line: number }): Prose {
  const scales = new Map<Token, Scale>()
  const prose: Prose = {
    scales,
    source,
    tokens: markdown.parse(source, {}),
    headings: [],
    sections: [{ text: '' }],
    pictures: [],
  }
  const wrong = (token: Token, message: string) =>
    new ContentError(`content/${place.file}:${place.line + (token.map?.[0] ?? 0)}: ${message}`)
  for (const [i, token] of prose.tokens.entries()) {
    if (token.type === 'fence') checkFence(token, scales, wrong)
    if (token.type !== 'inline') continue
    const opening = prose.tokens[i - 1]
    if (opening?.type === 'heading_open') addHeading(prose, opening, plainText(token), (text) => wrong(opening, text))
    else addText(prose, plainText(token))
    for (const picture of picturesIn(token)) {
      if (picture.content === '')
        throw wrong(token, 'the picture has no text alternative: ![what it shows](file.svg "caption")')
      prose.pictures.push(String(picture.attrGet('src') ?? ''))
    }
    if (opening?.type === 'paragraph_open' && isPicture(token)) asFigure(opening, prose.tokens[i + 1])
  }
  return prose
}

function checkFence(
  token: Token,
  scales: Map<Token, Scale>,
  wrong: (token: Token, message: string) => ContentError,
): void {
  const language = token.info.trim()
  if (language === 'scale') {
    try {
      scales.set(token, readScale(token.content))
    } catch (error) {
      throw wrong(token, `the scale block: ${error instanceof Error ? error.message : error}`)
    }
  } else if (!codeLanguages.includes(language)) {
    throw wrong(token, `“${language}” is no language for code here: ${codeLanguages.join(', ')}`)
  }
}

function addHeading(prose: Prose, opening: Token, text: string, wrong: (message: string) => ContentError): void {
  const level = Number(opening.tag.slice(1))
  const above = prose.headings.at(-1)?.level ?? 1
  if (level < 2 || level > above + 1)
    throw wrong(`“${text}” must begin with ${'#'.repeat(Math.max(2, Math.min(level, above + 1)))}`)
  const heading = { id: slugOf(text), level, text }
  if (prose.headings.some(({ id }) => id === heading.id)) throw wrong(`“${text}” stands above another part already`)
  opening.attrSet('id', heading.id)
  prose.headings.push(heading)
  prose.sections.push({ heading, text: '' })
}

function addText(prose: Prose, text: string): void {
  const section = prose.sections.at(-1)
  if (section) section.text += `${section.text && ' '}${text}`
}

function plainText({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : type === 'image' ? '' : content))
    .join('')
}

function picturesIn({ children }: Token): Token[] {
  return (children ?? []).filter(({ type }) => type === 'image')
}

function isPicture({ children }: Token): boolean {
  return children?.length === 1 && children[0]?.type === 'image'
}

/** A picture that stands alone is a figure; its title is the caption. */
function asFigure(opening: Token, closing: Token | undefined): void {
  opening.tag = 'figure'
  if (closing) closing.tag = 'figure'
}
