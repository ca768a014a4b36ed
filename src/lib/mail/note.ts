import type { Link } from './mail-frame.ts'

/** What a stranger has typed stands in `who`, `quote`, `list` and `facts` alone, which make no link of it. */
export type Note = {
  subject: string
  preview: string
  brand: Link
  parts: readonly NotePart[]
  facts?: readonly Fact[]
  foot?: readonly string[]
  links?: readonly Link[]
}

export type NotePart =
  | { kind: 'heading'; text: string }
  | { kind: 'who'; above: string; text: string; mail: Link }
  | { kind: 'line'; text: string }
  | { kind: 'section'; text: string }
  | { kind: 'steps'; items: readonly string[] }
  | { kind: 'label'; label: string; text: string }
  | { kind: 'button'; link: Link; isShown?: boolean }
  | { kind: 'signature'; lines: readonly string[] }
  | { kind: 'quote'; label: string; facts?: readonly Fact[]; text: string; isOurs?: boolean }
  | { kind: 'command'; label: string; text: string }
  | { kind: 'list'; items: readonly Fact[]; most: number; more: string }

export type Fact = readonly [label: string, value: string]
