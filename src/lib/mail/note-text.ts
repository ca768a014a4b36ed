import type { Fact, Note, NotePart } from './note.ts'
import { indentText, textWidth, underlined, wrapText } from './text-lines.ts'

export function noteText({ parts, facts = [], foot = [], brand }: Note): string {
  const small = [facts.map(factText).join('\n'), ...foot.map((line) => wrapText(line)), `${brand.text}, ${brand.href}`]
  return `${[...parts.map(partText), '-'.repeat(textWidth), ...small].filter(Boolean).join('\n\n')}\n`
}

function partText(part: NotePart): string {
  switch (part.kind) {
    case 'heading':
      return underlined(wrapText(part.text), '=')
    case 'who':
      return `${part.above}\n\n${underlined(wrapText(part.text), '=')}${part.text === part.mail.text ? '' : `\n${part.mail.text}`}`
    case 'section':
      return underlined(wrapText(part.text), '-')
    case 'line':
      return wrapText(part.text)
    case 'steps':
      return part.items.map((item, i) => indentText(wrapText(item, textWidth - 3), '   ', `${i + 1}. `)).join('\n')
    case 'label':
      return `${part.label}: ${part.text}`
    case 'button':
      return `${part.link.text}:\n${part.link.href}`
    case 'signature':
      return part.lines.join('\n')
    case 'quote':
      return `${part.label}:\n\n${quoted([(part.facts ?? []).map(factText).join('\n'), part.text].filter(Boolean).join('\n\n'))}`
    case 'command':
      return `${wrapText(part.label)}\n\n    ${part.text}`
    case 'list':
      return part.items.map(([name, text]) => `${name}  ${text}`).join('\n')
  }
}

function factText([label, value]: Fact): string {
  return `${label}: ${value}`
}

/** Every line bears the mark, also those that a program would break, so that none can pass for one of ours. */
function quoted(text: string): string {
  const lines = text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => (line.length < textWidth ? line : wrapText(line, textWidth - 2)))
  return indentText(lines.join('\n'), '> ')
}
