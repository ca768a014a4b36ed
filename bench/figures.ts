import { readFileSync } from 'node:fs'

/** The results of one measurement. */
export type Table = { title: string; head: string[]; rows: string[][] }

/** Formats a table as Markdown, which is readable in a terminal, too. */
export function toMarkdown({ title, head, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
}

/** @param share 0.5 for the median, 1 for the maximum */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('nothing was measured')
  return value
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The resident memory of a process; only on Linux. */
export function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}
