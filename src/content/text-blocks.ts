import { escapeMarkdown, markdownLink } from '../lib/text/markdown.ts'
import { endOf } from './end-of.ts'

/** A piece of a page in plain words: a paragraph, a smaller heading, a link in its own line, or a list. */
type TextBlock =
  | string
  | { heading: string }
  | { before?: string; text: string; to: string }
  | { items: TextItem[]; ordered?: boolean }

type TextItem = { title?: string; text?: string; to?: string }

/** A section of a page; the first has no heading, since the page's own stands above it. */
export type TextBlocks = { anchor?: string; heading?: string; blocks: TextBlock[] }

/** @param site what addresses from the root begin at */
export function blocksMarkdown({ heading, blocks }: TextBlocks, site: URL): string {
  const parts = blocks.map((block) => blockMarkdown(block, site))
  return [...(heading === undefined ? [] : [`## ${escapeMarkdown(heading)}`]), ...parts].join('\n\n')
}

/** The words alone. */
export function blocksPlain({ blocks }: TextBlocks): string {
  return blocks
    .map(blockPlain)
    .filter(Boolean)
    .map((text, i, all) => text + (i < all.length - 1 ? endOf(text) : ''))
    .join(' ')
}

function blockMarkdown(block: TextBlock, site: URL): string {
  if (typeof block === 'string') return escapeMarkdown(block)
  if ('heading' in block) return `### ${escapeMarkdown(block.heading)}`
  if ('to' in block) {
    const link = markdownLink(block.text, new URL(block.to, site).href)
    return block.before === undefined ? link : `${escapeMarkdown(block.before)} ${link}`
  }
  return block.items.map((item, i) => `${block.ordered ? `${i + 1}.` : '-'} ${itemMarkdown(item, site)}`).join('\n')
}

function itemMarkdown({ title, text, to }: TextItem, site: URL): string {
  const words = text === undefined ? [] : [escapeMarkdown(text)]
  if (title === undefined) return words.join('')
  return [
    to === undefined ? `**${escapeMarkdown(title)}**` : markdownLink(title, new URL(to, site).href),
    ...words,
  ].join(': ')
}

function blockPlain(block: TextBlock): string {
  if (typeof block === 'string') return block
  if ('heading' in block) return `${block.heading}.`
  if ('to' in block) return block.before === undefined ? block.text : `${block.before} ${block.text}`
  return block.items.map(({ title, text }) => [title, text].filter(Boolean).join(': ')).join(' · ')
}
