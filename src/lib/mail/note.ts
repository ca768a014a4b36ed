import type { Link } from './mail-frame.ts'

/**
 * A mail that the program writes, told once: `noteHtml` and `noteText` make its two forms, so that neither says less. What a
 * stranger has typed stands in `who`, `quote`, `list` and `facts` alone, which mark it, and make no link of it.
 */
export type Note = {
  subject: string
  preview: string
  brand: Link
  parts: readonly NotePart[]
  /** Small, at the end: what is known beside, and our words. */
  facts?: readonly Fact[]
  foot?: readonly string[]
  /** Our own addresses: links wherever they stand in our words. */
  links?: readonly Link[]
}

export type NotePart =
  | { kind: 'heading'; text: string }
  /** Large: whom a mail is about, by name or by address. `above` is ours. */
  | { kind: 'who'; above: string; text: string; mail: Link }
  | { kind: 'line'; text: string }
  | { kind: 'section'; text: string }
  | { kind: 'steps'; items: readonly string[] }
  /** A word of ours that is needed again, such as a reference. */
  | { kind: 'label'; label: string; text: string }
  /** `isShown`: the address stands below it, to be copied. */
  | { kind: 'button'; link: Link; isShown?: boolean }
  /** Set as the person's own, who has written the mail. */
  | { kind: 'signature'; lines: readonly string[] }
  /** `isOurs`: said by the agent here, and told beside what it answers. */
  | { kind: 'quote'; label: string; facts?: readonly Fact[]; text: string; isOurs?: boolean }
  | { kind: 'command'; label: string; text: string }
  /** Of more than `most` the HTML says in `more` where they are; the text has them all. */
  | { kind: 'list'; items: readonly Fact[]; most: number; more: string }

export type Fact = readonly [label: string, value: string]
