import type { Token } from 'markdown-it'
import type { Prose } from './prose.ts'
import type { Scale } from './scale.ts'

export type Inline = readonly Token[]

export type Cell = { inline: Inline; isNumber: boolean }

export type ListBlock = { kind: 'list'; start: number | undefined; isTight: boolean; items: Block[][] }
export type TableBlock = { kind: 'table'; head: Cell[]; rows: Cell[][] }

/** A part of a text, for renderings that are no HTML, or lay a text out anew. */
export type Block =
  | { kind: 'heading'; level: number; inline: Inline }
  | { kind: 'paragraph'; inline: Inline }
  | { kind: 'figure'; picture: Token }
  /** `start` is the first number; undefined where there are none. */
  | ListBlock
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'scale'; scale: Scale }
  | TableBlock
  | { kind: 'rule' }

/** A text in parts, one from every h2. @throws Error for a token that no block is made of, as its words would be lost */
export function proseParts({ tokens, scales }: Pick<Prose, 'tokens' | 'scales'>): Block[][] {
  const parts: Block[][] = [[]]
  for (const block of blocksIn(tokens, scales)) {
    if (block.kind === 'heading' && block.level === 2) parts.push([])
    parts.at(-1)?.push(block)
  }
  return parts.filter((part) => part.length > 0)
}

function blocksIn(tokens: readonly Token[], scales: Prose['scales']): Block[] {
  return elementsIn(tokens).map(({ token, inside }) => blockOf(token, inside, scales))
}

function blockOf(token: Token, inside: readonly Token[], scales: Prose['scales']): Block {
  const scale = scales.get(token)
  switch (token.type) {
    case 'heading_open':
      return { kind: 'heading', level: Number(token.tag.slice(1)), inline: inlineOf(inside) }
    case 'paragraph_open':
      return paragraph(token, inlineOf(inside))
    case 'bullet_list_open':
      return list(undefined, inside, scales)
    case 'footnote_block_open':
      return list(1, inside, scales)
    case 'ordered_list_open':
      return list(Number(token.attrGet('start') ?? 1), inside, scales)
    case 'blockquote_open':
      return { kind: 'quote', blocks: blocksIn(inside, scales) }
    case 'fence':
      return scale ? { kind: 'scale', scale } : { kind: 'code', text: token.content.replace(/\n$/, '') }
    case 'table_open':
      return table(inside)
    case 'hr':
      return { kind: 'rule' }
    default:
      throw new Error(`a text holds ${token.type}, of which no block is made`)
  }
}

function paragraph({ tag }: Token, inline: Inline): Block {
  const picture = inline[0]
  return tag === 'figure' && picture ? { kind: 'figure', picture } : { kind: 'paragraph', inline }
}

function list(start: number | undefined, inside: readonly Token[], scales: Prose['scales']): ListBlock {
  const items = elementsIn(inside).map((item) => item.inside)
  // Only its own paragraphs: a nested list may be tight where this one is not.
  const own = items[0]?.[0]?.level
  const isTight = inside.some(({ type, hidden, level }) => type === 'paragraph_open' && hidden && level === own)
  return { kind: 'list', start, isTight, items: items.map((item) => blocksIn(item, scales)) }
}

function table(inside: readonly Token[]): TableBlock {
  const [head = [], ...rows] = elementsIn(inside)
    .flatMap((part) => elementsIn(part.inside))
    .map((row) => elementsIn(row.inside).map(cellOf))
  return { kind: 'table', head, rows }
}

function cellOf({ token, inside }: Element): Cell {
  return { inline: inlineOf(inside), isNumber: String(token.attrGet('style') ?? '').endsWith('right') }
}

function inlineOf(tokens: readonly Token[]): Inline {
  return tokens.flatMap(({ children }) => children ?? [])
}

type Element = { token: Token; inside: readonly Token[] }

function elementsIn(tokens: readonly Token[]): Element[] {
  const elements: Element[] = []
  let end = -1
  for (const [at, token] of tokens.entries()) {
    if (at <= end || token.type === 'footnote_anchor') continue
    end = token.nesting === 1 ? closingOf(tokens, at) : at
    elements.push({ token, inside: tokens.slice(at + 1, end) })
  }
  return elements
}

function closingOf(tokens: readonly Token[], start: number): number {
  const level = tokens[start]?.level
  const end = tokens.findIndex((token, i) => i > start && token.nesting === -1 && token.level === level)
  return end === -1 ? tokens.length : end
}
