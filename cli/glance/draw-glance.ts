import { progressBar } from '../terminal/progress-bar.ts'
import { harmless, paint } from '../terminal/terminal.ts'
import { cutText, padText, textWidth } from '../terminal/text-width.ts'
import type { Line } from './glance-lines.ts'

const widest = 100
const labelWidth = 10
/** The mark before a text, and the step that sets a detail in. */
const markWidth = 2
const gap = 2
const shortestBar = 16

const marks = { ok: ['green', '·'], note: ['yellow', '●'], wrong: ['red', '▲'] } as const

/** For a terminal: what it is about on the left, the command on the right, a blank line where the subject changes. */
export function drawGlance(title: string, lines: readonly Line[], terminalWidth: number): string[] {
  const width = Math.min(terminalWidth, widest) - 2
  const drawn = lines.flatMap((line, index) => {
    const isFirst = lines[index - 1]?.about !== line.about
    const label = padText(isFirst ? line.about : '', labelWidth)
    const rows = drawLine(line, label, width - labelWidth).map((row) => ` ${row}`)
    return isFirst ? ['', ...rows] : rows
  })
  return [` ${paint('bold', title)}`, ...drawn, '']
}

function drawLine(line: Line, label: string, width: number): string[] {
  const [colour, mark] = marks[line.state]
  const lead = line.isDetail ? ' '.repeat(2 * markWidth) : `${paint(colour, mark)} `
  const room = width - (line.isDetail ? 2 : 1) * markWidth
  const words = harmless(line.text)
  const texts = line.isDetail ? [cutText(words, room)] : wrapText(words, room)
  const rows = texts.map((text) => (line.state === 'wrong' ? paint('red', text) : text))
  const { command } = line
  const barWidth = Math.max(shortestBar, room - gap - (command ?? '').length)
  if (line.bar !== undefined) rows.push(progressBar(line.bar, barWidth))
  if (command !== undefined) {
    const taken = line.bar === undefined ? textWidth(texts.at(-1) ?? '') : barWidth
    const blank = room - taken - command.length
    if (blank >= gap) rows.push(`${rows.pop()}${' '.repeat(blank)}${paint('cyan', command)}`)
    else if (!line.isDetail) rows.push(`${' '.repeat(Math.max(0, room - command.length))}${paint('cyan', command)}`)
  }
  const indent = ' '.repeat(labelWidth + width - room)
  return rows.map((row, index) =>
    index === 0 ? `${label.trim() === '' ? label : paint('bold', label)}${lead}${row}` : `${indent}${row}`,
  )
}

function wrapText(text: string, columns: number): string[] {
  const rows: string[] = []
  for (const word of text.split(' ')) {
    const last = rows.at(-1)
    if (last !== undefined && textWidth(last) + 1 + textWidth(word) <= columns)
      rows[rows.length - 1] = `${last} ${word}`
    else rows.push(cutText(word, columns))
  }
  return rows
}
