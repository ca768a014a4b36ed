import { z } from 'zod'
import { fields, hasContent, readContent } from '../read-content.ts'

const file = 'agent/trouble.yaml'
const words = z.string().transform((text) => text.split(' '))
/** Separated by commas. The elements of a sign follow each other. */
const signs = z
  .string()
  .default('')
  .transform((text) => text.split(', ').filter((sign) => sign !== ''))
  .transform((texts) => texts.map((sign) => sign.split(' ')))
const kind = z.strictObject({ needsModel: z.boolean().default(false), ...fields(signs, 'vetoes sure likely') })
const schema = z.strictObject({
  ...fields(words, 'skipped boundaries joins speakers notTypos'),
  vetoes: signs,
  lists: z.record(
    z.string(),
    z.string().transform((text) => text.split(', ')),
  ),
  kinds: z.record(z.string(), kind),
})
const noSigns = { skipped: '', boundaries: '', joins: '', speakers: '', notTypos: '', lists: {}, kinds: {} }

export type WrittenSigns = z.infer<typeof schema>

/** How people write that they are in trouble. Studios without the file have no signs. */
export function readSigns(): WrittenSigns {
  return hasContent(file) ? readContent(file, schema) : schema.parse(noSigns)
}
