import MarkdownIt from 'markdown-it'
import Turndown, { type Rule } from 'turndown'
import { plainText } from '../../platform/content/prose/tokens.ts'
import { escapeHref, escapeMarkdown } from '../../platform/text/markdown.ts'
import { separatorAfter } from '../../platform/text/punctuation.ts'

/** Converts a page's HTML to Markdown. Leaves out what screen readers skip. A form's button becomes a link to the form. */
export function pageMarkdown(html: string, page: URL): string {
  const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '-' })
  turndown.escape = (text) => (text.trim() === '' ? text : text.replace(/\S(?:.*\S)?/s, escapeMarkdown))
  for (const [name, rule] of Object.entries({ ...rules, link: linksFrom(page) })) turndown.addRule(name, rule)
  return `${headingFirst(turndown.turndown(html))}\n`
}

const ignored = new Set(['INPUT', 'SEARCH', 'SCRIPT', 'SELECT', 'STYLE', 'SVG', 'TEMPLATE', 'TEXTAREA'])
const isIgnored = (node: HTMLElement) =>
  ignored.has(node.nodeName.toUpperCase()) || node.getAttribute('aria-hidden') === 'true' || node.hasAttribute('hidden')
const isHeading = (node: HTMLElement) => /^H[1-6]$/.test(node.nodeName)

/** Turndown uses the last rule that matches an element. */
const rules: Record<string, Rule> = {
  field: { filter: ({ className }) => className === 'field', replacement: (text) => text },
  label: { filter: 'label', replacement: (text) => (text.trim() === '' ? '' : `\n- ${text}\n`) },
  mark: { filter: ['b', 'em', 'i', 'strong'], replacement: (text) => text },
  quote: { filter: 'blockquote', replacement: (text) => `\n\n${text.trim().replaceAll(/^/gm, '> ')}\n` },
  part: { filter: ['article', 'aside', 'section'], replacement: (text) => `\n\n${headingFirst(text)}\n\n` },
  item: {
    filter: 'li',
    replacement: (text, node) => {
      const list = node.parentNode as HTMLElement
      const items = Array.from(list.children).filter(({ nodeName }) => nodeName === 'LI')
      const number = items.indexOf(node as HTMLElement) + 1
      if (list.classList.contains('dots')) return number > 1 ? ` · ${text.trim()}` : text.trim()
      return `\n${list.nodeName === 'OL' ? `${number}.` : '-'} ${joinParagraphs(text)}\n`
    },
  },
  terms: {
    filter: (node) => node.nodeName === 'DIV' && node.parentNode?.nodeName === 'DL',
    replacement: (text) => `\n${text.trim()}\n`,
  },
  term: { filter: 'dt', replacement: (text) => `\n- **${text}**: ` },
  definition: {
    filter: 'dd',
    replacement: (text, node) => (node.previousSibling?.nodeName === 'DD' ? `, ${text}` : text),
  },
  titleOfItem: {
    filter: (node) => isHeading(node) && node.closest('li') !== null,
    replacement: (text) => `**${text}**:\n\n`,
  },
  quotation: {
    filter: (node) => node.nodeName === 'FIGCAPTION' && node.previousSibling?.nodeName === 'BLOCKQUOTE',
    replacement: (text) => `\n>\n> — ${text}\n\n`,
  },
  ignored: { filter: isIgnored, replacement: () => '' },
}

function linksFrom(page: URL): Rule {
  return {
    filter: ['a', 'button'],
    replacement: (text, node) => {
      const element = node as HTMLElement
      const to = element.getAttribute('href') ?? `#${element.closest('[id]:not(#turndown-root)')?.id ?? ''}`
      const link = `[${text.trim()}](${escapeHref(new URL(to, page).href.replace(/#$/, ''))})`
      if (element.nodeName === 'BUTTON') return `\n\n${link}\n\n`
      return element.previousSibling?.nodeName === 'A' ? ` · ${link}` : link
    },
  }
}

/** Moves text from above a heading to below it, so it belongs to the heading's section. */
function headingFirst(text: string): string {
  const blocks = text.trim().split(/\n{2,}/)
  const index = blocks.findIndex((block) => block.startsWith('#'))
  return index > 0 ? [blocks[index], ...blocks.toSpliced(index, 1)].join('\n\n') : text
}

/** Joins a list item's paragraphs into one line. */
function joinParagraphs(text: string): string {
  const parts = text.trim().split(/\n+/)
  return parts.reduce((line, part) => `${line}${separatorAfter(line) && ' ·'} ${part}`)
}

export type PageSection = { anchor?: string | undefined; heading?: string | undefined; text: string; tags?: string[] }

/** Splits a page's Markdown into plain-text sections for the search: everything above the first h2, then each h2. */
export function sectionsOf(markdown: string, { html, title }: { html: string; title: string }): PageSection[] {
  const anchors = headingAnchors(html)
  const [top = '', ...parts] = markdown.split(/^## /m)
  const [topHeading, ...topTexts] = textsIn(top)
  if (topHeading !== undefined && topHeading !== title) topTexts.unshift(topHeading)
  const sections = parts.map((part, i) => {
    const [heading, ...texts] = textsIn(`## ${part}`)
    return { anchor: anchors[i], heading, text: joinTexts(texts) }
  })
  return [{ text: joinTexts(topTexts) }, ...sections]
}

/** Lists the id of the section around each h2. */
function headingAnchors(html: string): string[] {
  const anchors: string[] = []
  let id = ''
  for (const [, sectionId] of html.matchAll(/<section id="([^"]+)"|<h2[ >]/g)) {
    if (sectionId === undefined) anchors.push(id)
    else id = sectionId
  }
  return anchors
}

function joinTexts(texts: readonly string[]): string {
  return texts.map((text, i) => (i < texts.length - 1 ? text + separatorAfter(text) : text)).join(' ')
}

/** The plain text of each heading, paragraph, and list item. */
function textsIn(markdown: string): string[] {
  return new MarkdownIt().parse(markdown, {}).flatMap((token) => (token.type === 'inline' ? plainText(token) : []))
}
