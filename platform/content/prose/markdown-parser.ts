import MarkdownIt, { type StateCore } from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import type { Token } from './tokens.ts'

// Makes quotes typographic. Disables `replacements`, which would turn (c) into ©: legal pages have parts (a) to (c).
const markdown = new MarkdownIt({ typographer: true, linkify: true }).disable('replacements').use(footnotes)
// Turns bare URLs and email addresses into links, but not names like `readme.md`.
markdown.linkify.set({ fuzzyLink: false }).add('//', null).add('ftp:', null)
markdown.core.ruler.push('adapt_plugins', adaptTokens)

/** @returns markdown-it's tokens, and footnotes' ids by name (`:1`). Unused footnotes have negative ids. */
export function parseMarkdown(source: string): { tokens: Token[]; footnoteRefs: Record<string, number> } {
  const env: { footnotes?: { refs?: Record<string, number> } } = {}
  const tokens = markdown.parse(source, env)
  return { tokens, footnoteRefs: env.footnotes?.refs ?? {} }
}

/** Completes footnotes, adds a rule above them, and turns list items that start with `[ ]` or `[x]` into tasks. */
function adaptTokens({ tokens, Token }: StateCore): void {
  for (const [i, token] of tokens.entries()) {
    completeFootnote(token)
    if (tokens[i - 2]?.type === 'list_item_open') markTask(token, Token)
  }
  const footnotesStart = tokens.findIndex(({ type }) => type === 'footnote_block_open')
  if (footnotesStart >= 0) tokens.splice(footnotesStart, 0, new Token('hr', 'hr', 0))
}

/** Adds the tags and reference numbers that markdown-it's footnote plugin leaves out. */
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
  const start = new TokenType('task_open', '', 1)
  const end = new TokenType('task_close', '', -1)
  start.content = mark === ' ' ? '☐ ' : '☑ '
  token.children = [start, ...token.children, end]
}

function superscript(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')
}
