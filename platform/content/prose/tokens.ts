import type { Token } from 'markdown-it'
import type { Scale } from './scale.ts'

export type { Token }

export function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? '')
}

/** An inline token's text, without pictures and footnote references. */
export function plainText({ children }: Token): string {
  const parts = (children ?? []).map(({ type, content }) => {
    if (type === 'softbreak' || type === 'hardbreak') return ' '
    return type === 'image' || type === 'footnote_ref' ? '' : content
  })
  return parts.join('')
}

/** Returns the scale of a `scale` token. */
export function scaleOf({ meta }: Token): Scale {
  return meta?.['scale'] as Scale
}

/** A footnote's number, and the name of one of its references: `3`, then `3.2` for the second reference. */
export function footnoteOf({ meta }: Token): { note: number; ref: string } {
  const note = Number(meta?.['id']) + 1
  const earlierRefs = Number(meta?.['subId'] ?? 0)
  return { note, ref: earlierRefs === 0 ? `${note}` : `${note}.${earlierRefs + 1}` }
}
