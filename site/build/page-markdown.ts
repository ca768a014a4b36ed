import MarkdownIt from 'markdown-it'
import Turndown, { type Rule } from 'turndown'
import { plainText } from '../../platform/content/prose/prose.ts'
import { escapeHref, escapeMarkdown } from '../../platform/text/markdown.ts'
import { separatorAfter } from '../../platform/text/punctuation.ts'

/** Converts a page's HTML, without parts that screen readers skip. A form's button becomes a link to the form. */
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

/** Turndown uses the last matching rule. */
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
      const number =
        Array.from(list.children)
          .filter(({ nodeName }) => nodeName === 'LI')
          .indexOf(node as HTMLElement) + 1
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

/** Moves a remark from above its heading to below it, where it reads as part of the section. */
function headingFirst(text: string): string {
  const blocks = text.trim().split(/\n{2,}/)
  const at = blocks.findIndex((block) => block.startsWith('#'))
  return at > 0 ? [blocks[at], ...blocks.toSpliced(at, 1)].join('\n\n') : text
}

/** Joins the paragraphs of a list item into one line. */
function joinParagraphs(text: string): string {
  const parts = text.trim().split(/\n+/)
  return parts.reduce((line, part) => `${line}${separatorAfter(line) && ' ·'} ${part}`)
}

export type PageSection = { anchor?: string | undefined; heading?: string | undefined; text: string; tags?: string[] }

/** Splits a page's Markdown into plain-text sections for the search: everything above the first h2, then each h2. */
export function sectionsOf(markdown: string, { html, title }: { html: string; title: string }): PageSection[] {
  let id = ''
  const anchors = [...html.matchAll(/<section id="([^"]+)"|<h2[ >]/g)].flatMap(([, sectionId]) => {
    id = sectionId ?? id
    return sectionId === undefined ? [id] : []
  })
  return markdown.split(/^## /m).map((part, i) => {
    const [heading, ...texts] = textsIn(i === 0 ? part : `## ${part}`)
    if (i === 0 && heading !== undefined && heading !== title) texts.unshift(heading)
    const text = texts.map((text, i) => (i < texts.length - 1 ? text + separatorAfter(text) : text)).join(' ')
    return i === 0 ? { text } : { anchor: anchors[i - 1], heading, text }
  })
}

function textsIn(markdown: string): string[] {
  return new MarkdownIt().parse(markdown, {}).flatMap((token) => (token.type === 'inline' ? plainText(token) : []))
}
