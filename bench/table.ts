/** What one measurement found. */
export type Table = { title: string; head: string[]; rows: string[][] }

/** As Markdown, which reads well in a terminal too. */
export function toMarkdown({ title, head, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n')
}
