import { parse } from 'yaml'
import { z } from 'zod'

/** A figure drawn to scale: bars on one axis that begins at 0. `from` is above 0 where a row holds a range. */
export type Scale = {
  caption: string
  unit: string
  rows: { label: string; figure: string; from: number; to: number }[]
}

const number = /^\d[\d,]*(?:\.\d+)?$/
const value = z.union([z.number().nonnegative(), z.string()])
const schema = z.strictObject({
  caption: z.string({ error: 'must be a sentence' }).min(1),
  unit: z.string({ error: 'must be a word, like days' }).min(1),
  rows: z.record(z.string(), value, { error: 'must hold labels with a number, or a range like "2-4"' }),
})

/** Reads the YAML of a fenced `scale` block. @throws Error that says what would be right */
export function readScale(yaml: string): Scale {
  const { caption, unit, rows } = schema.parse(parse(yaml), {
    error: (issue) => `${issue.path?.join('.') ?? 'block'} is missing or wrong; it holds caption, unit and rows`,
  })
  return { caption, unit, rows: Object.entries(rows).map(([label, each]) => ({ label, ...readValue(label, each) })) }
}

function readValue(label: string, each: string | number): { figure: string; from: number; to: number } {
  const parts = String(each).split('-')
  const numbers = parts.map((part) => (number.test(part) ? Number(part.replaceAll(',', '')) : Number.NaN))
  const [from = Number.NaN, to = from] = numbers
  if (numbers.length > 2 || !(from <= to)) throw new Error(`“${label}” must be a number, or a range like "2-4"`)
  const figure = numbers.map((each) => each.toLocaleString('en-US')).join('-')
  return { figure, from: numbers.length === 2 ? from : 0, to }
}
