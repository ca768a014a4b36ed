import { readFileSync } from 'node:fs'

/** A fenced block, or a command between backticks, with the reason in the comment above it if it isn't run by its own test. */
export type Written = { place: string; language: string; text: string; mark: Mark | undefined }

type Mark = { kind: 'not run' | 'run by'; reason: string }

const fence = /^(?<indent> *)(?<ticks>`{3,})(?<language>\w*)\n(?<text>.*?)^\k<indent>\k<ticks>$/gms

/** The blocks of a page. The first line above may be `<!-- not run: a reason -->` or `<!-- run by <test> -->`. */
export function blocksIn(file: string): Written[] {
  const page = readFileSync(file, 'utf8')
  return [...page.matchAll(fence)].map(({ index, groups: { indent = '', language = '', text = '' } = {} }) => {
    const dedented = text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return { place: placeOf(file, page, index), language, text: dedented, mark: markAbove(page, index) }
  })
}

/** Commands in sentences and tables. A mark above the paragraph or table is for all of its commands. */
export function commandsIn(file: string): Written[] {
  const page = readFileSync(file, 'utf8')
  const withoutBlocks = page.replaceAll(fence, (block) => block.replaceAll(/[^\n]/g, ' '))
  return [...withoutBlocks.matchAll(/`((?:npm (?:run|start|test)|npx|studio)(?: [^`]*)?)`/g)].map(
    ({ index, 1: text = '' }) => {
      const paragraph = page.lastIndexOf('\n\n', index) + 2
      return { place: placeOf(file, page, index), language: 'command', text, mark: markAbove(page, paragraph) }
    },
  )
}

function placeOf(file: string, page: string, index: number): string {
  return `${file}:${page.slice(0, index).split('\n').length}`
}

function markAbove(page: string, index: number): Mark | undefined {
  const [, kind, reason = ''] = /<!-- (not run|run by):? (.+) -->\s*$/.exec(page.slice(0, index)) ?? []
  return kind === 'not run' || kind === 'run by' ? { kind, reason } : undefined
}

/** Each command of a console session, with what it prints. */
export function sessionOf(text: string): { command: string; prints: string[] }[] {
  return text
    .split(/^\$ /m)
    .filter(Boolean)
    .map((part) => {
      const [command = '', ...prints] = part.trimEnd().split('\n')
      return { command, prints }
    })
}

/** Whether an output is what a page shows: `…` stands for anything, and times, ids, numbers, and spaces may differ. */
export function isShown(output: string, shown: readonly string[]): boolean {
  const pattern = shown.map((line) => (line === '…' ? '(?:.*\n)*?' : `${patternOf(line)}\n`)).join('')
  const end = shown.at(-1) === '…' ? '' : '$'
  return new RegExp(`^${pattern}${end}`).test(`${plain(output.trim())}\n`)
}

function patternOf(line: string): string {
  const escaped = plain(line).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return escaped.replaceAll('…', '.*')
}

/** @returns the text without what changes from run to run */
function plain(text: string): string {
  return (
    text
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'ID')
      .replaceAll(/\b([A-Z]{2})-[0-9A-Z]{8}\b/g, '$1-ID')
      .replaceAll(/\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d)?/g, 'DAY')
      .replaceAll(/\d{8}T\d{6}Z/g, 'TIME')
      .replaceAll(/less than a minute|(?:about )?\d+ min\b/g, 'N min')
      .replaceAll(/\d[\d,.]* (?:s|min|h|d)\b/g, 'N min')
      .replaceAll(/\d[\d,.]* [kMG]?B\b/g, 'N bytes')
      .replaceAll(/\d[\d,]*(?:\.\d+)?/g, 'N')
      // `1 backup`, `2 backups`
      .replaceAll(/(?<=\bN (?:\w+ )?\w+)s\b/g, '')
      .replaceAll(/[ \t]+/g, ' ')
      .replaceAll(/ +$/gm, '')
  )
}
