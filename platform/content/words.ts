import { z } from 'zod'
import { englishTexts, type FormTexts } from '../fields.ts'
import { fields, hasContent, readContent } from './read-content.ts'

const text = z.string({ error: 'must be a text' }).min(1, 'must not be empty')

const tooLong = text.refine((words) => words.includes('{most}') && words.includes('{length}'), {
  error: 'must name {most}, the characters it takes, and {length}, those that were typed',
})

const wordsSchema = z.strictObject({
  lang: z
    .string({ error: 'must be a language, like en-US or pt-PT' })
    .refine(isLanguage, 'must be a language, like en-US or pt-PT')
    .default('en')
    .describe('The language of all texts: dates and numbers are written in it (BCP 47)'),
  form: z
    .strictObject({
      ...fields(text, 'incomplete empty noText wrongAddress controlCharacters'),
      several: text.describe('Above a form with more than one fault'),
      internationalAddress: text.describe('For ä@example.com'),
      tooLong,
    } satisfies Record<Exclude<keyof FormTexts, 'lang'>, z.ZodType>)
    .default(englishTexts),
})

/** What the program itself says to visitors; in English where content/words.yaml doesn't say it. */
export type Words = { lang: string; form: FormTexts }

export function readWords(): Words {
  const { lang, form } = hasContent('words.yaml') ? readContent('words.yaml', wordsSchema) : wordsSchema.parse({})
  return { lang, form: { ...form, lang } }
}

function isLanguage(lang: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(lang).length > 0
  } catch {
    return false
  }
}
