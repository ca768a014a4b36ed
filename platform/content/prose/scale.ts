import { parseDocument } from 'yaml'
import { z } from 'zod'
import { escapeMarkdown } from '../../text/markdown.ts'
import { readNumber } from '../../text/read-number.ts'
import { unitAfter } from '../../text/units.ts'
import { ContentError } from '../files/content-error.ts'
import { yamlError } from '../files/yaml-errors.ts'

/** A bar chart whose axis starts at 0. Each bar spans `from` to `to`, where `from` is 0 unless the value is a range. */
export type Scale = {
  caption: string
  unit: string
  /** `unit` agrees with the row's number: `hour` for 1, `hours` for 2. */
  rows: { label: string; figure: string; unit: string; from: number; to: number }[]
}

const invalidAmount = 'must be a number like 1,200 or 0.5, or a range like "2-4"'
/** A schema for a number or a range: `72`, `0,5`, `2-4`, `1,000-2,000`. */
export const amountField = z.union([z.number(), z.string()], { error: invalidAmount }).transform(readAmount)
const scaleSchema = z.strictObject(
  {
    caption: z.string({ error: 'must be a sentence' }).min(1, 'must not be empty'),
    unit: z.string({ error: 'must be a word, like days' }).min(1, 'must not be empty'),
    rows: z
      .map(z.coerce.string(), amountField, { error: 'must have labels, each with a number' })
      .refine(({ size }) => size > 0, { error: 'must have at least one row' }),
  },
  { error: 'must have only caption, unit, and rows' },
)

export function readScale(yaml: string, lang: string): Scale {
  // The failsafe schema keeps `1.250` as typed. Maps keep rows in order, whereas objects sort keys such as 2025.
  const document = parseDocument(yaml, { schema: 'failsafe' })
  const syntaxError = yamlError(document, yaml)
  if (syntaxError !== undefined) throw new ContentError(syntaxError)
  const fields: unknown = document.toJS({ mapAsMap: true })
  const { data, error } = scaleSchema.safeParse(fields instanceof Map ? Object.fromEntries(fields) : fields)
  if (error)
    throw new ContentError(...error.issues.map(({ path, message }) => [...path, message].map(String).join(': ')))
  const rows = [...data.rows].map(([label, { from, to, isRange }]) => {
    const amounts = isRange ? [from, to] : [to]
    const figure = amounts.map((amount) => amount.toLocaleString(lang)).join('-')
    return { label, figure, unit: unitAfter(to, data.unit, lang), from: isRange ? from : 0, to }
  })
  return { ...data, rows }
}

function readAmount(value: string | number, context: z.RefinementCtx) {
  const parts = String(value)
    .split(/[-–]/)
    .map((part) => part.trim())
  const ambiguous = parts.find((part) => /^[1-9]\d{0,2}\.\d{3}$/.test(part))
  const [from = Number.NaN, to = from] = parts.map((part) => readNumber(part) ?? Number.NaN)
  if (ambiguous !== undefined || parts.length > 2 || !(from <= to)) {
    const readings = ambiguous && `${ambiguous.replace('.', ',')} or ${Number(ambiguous).toFixed(2)}`
    context.addIssue(readings ? `has an ambiguous number. Write ${readings}` : invalidAmount)
    return z.NEVER
  }
  return { from, to, isRange: parts.length === 2 }
}

/** Converts a scale to a Markdown table below its caption. */
export function scaleMarkdown({ caption, unit, rows }: Scale): string {
  const lines = rows.map(({ label, figure }) => `| ${cell(label)} | ${figure} |`)
  return [escapeMarkdown(caption), '', `| | ${cell(unit)} |`, '| --- | ---: |', ...lines].join('\n')
}

function cell(text: string): string {
  return escapeMarkdown(text).replaceAll('|', '\\|')
}
