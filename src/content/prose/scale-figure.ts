import { escapeMarkdown } from '../../lib/text/markdown.ts'
import type { Scale } from './scale.ts'

/** The figure as a page shows it: a table whose last cells hold the bars, so that it reads without its drawing too. */
export function scaleFigure({ caption, unit, rows }: Scale, escapeHtml: (text: string) => string): string {
  const longest = Math.max(...rows.map(({ to }) => to)) || 1
  const lines = rows.map(({ label, figure, from, to }) => {
    const thin = from > 0 ? `<line x2="${percent(from / longest)}" y1="50%" y2="50%"/>` : ''
    const bar = `<rect class="${from > 0 ? 'chart-range' : 'facet-1'}" x="${percent(from / longest)}" width="${percent((to - from) / longest)}" height="100%"/>`
    return `<tr><th scope="row">${escapeHtml(label)}</th><td>${figure} ${escapeHtml(unit)}</td><td><svg class="chart-bar" aria-hidden="true">${thin}${bar}</svg></td></tr>`
  })
  return `<figure class="chart"><table>${lines.join('')}</table><figcaption>${escapeHtml(caption)}</figcaption></figure>\n`
}

/** The same as a plain table, for feeds and mails. */
export function scaleTable({ caption, unit, rows }: Scale, escapeHtml: (text: string) => string): string {
  const lines = rows.map(
    ({ label, figure }) => `<tr><th>${escapeHtml(label)}</th><td>${figure} ${escapeHtml(unit)}</td></tr>`,
  )
  return `<table><caption>${escapeHtml(caption)}</caption>${lines.join('')}</table>\n`
}

/** The same in Markdown. */
export function scaleMarkdown({ caption, unit, rows }: Scale): string {
  const lines = rows.map(({ label, figure }) => `| ${cell(label)} | ${figure} |`)
  return [escapeMarkdown(caption), '', `| | ${cell(unit)} |`, '| --- | ---: |', ...lines].join('\n')
}

function cell(text: string): string {
  return escapeMarkdown(text).replaceAll('|', '\\|')
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
