import { Fragment, createElement as h, type ReactNode } from 'react'
import { attribute, type Token } from './tokens.ts'

/** Components for a page, feed, or email, by markdown-it's token type. Other tokens become plain elements. */
export type ProseViews = Readonly<Record<string, (part: { token: Token; children: ReactNode }) => ReactNode>>

/** Converts parsed Markdown to React elements. Calls `h`, as the tag names are known only at run time. */
export function proseElements(tokens: readonly Token[], views: ProseViews): ReactNode {
  return elementsUntilClosed(tokens.values(), views)
}

function elementsUntilClosed(tokens: ArrayIterator<Token>, views: ProseViews): ReactNode {
  const elements: ReactNode[] = []
  for (const token of tokens) {
    if (token.nesting === -1) break
    const inside = token.nesting === 1 ? tokens : token.children?.values()
    const children = inside ? elementsUntilClosed(inside, views) : token.content
    const view = views[token.type.replace('_open', '')] ?? plainElement
    elements.push(view({ token, children }))
  }
  return h(Fragment, null, ...elements)
}

function plainElement({ token, children }: { token: Token; children: ReactNode }): ReactNode {
  const { type, tag, content, hidden } = token
  if (type === 'softbreak') return '\n'
  if (type === 'task_open') return h(Fragment, null, content, children)
  if (tag === '' || hidden) return children
  if (type === 'hardbreak' || type === 'hr') return h(tag)
  if (type === 'fence') return h('pre', null, h('code', null, children))
  const attributes = ['href', 'title', 'start'].map((name) => [name, attribute(token, name) || undefined])
  return h(tag, Object.fromEntries(attributes), children)
}

/** A picture, followed by the caption from its Markdown title. */
export function captioned(picture: ReactNode, token: Token): ReactNode {
  const caption = attribute(token, 'title')
  return h(Fragment, null, picture, caption && h('figcaption', null, caption))
}
