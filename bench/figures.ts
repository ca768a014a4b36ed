import { readFileSync } from 'node:fs'

/** What one measurement found. */
export type Table = { title: string; head: string[]; rows: string[][] }

/** As Markdown, which reads well in a terminal too. */
export function toMarkdown({ title, head, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
}

/** @param share 0.99 for the one that 99 of 100 stay below, 1 for the longest */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (found === undefined) throw new Error('nothing was measured')
  return found
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The memory that a process holds now. */
export function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}
