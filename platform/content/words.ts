import { z } from 'zod'
import { englishTexts, type FormTexts } from '../fields.ts'
import { hasContent } from './files/content-files.ts'
import { fields, text } from './files/field-schemas.ts'
import { readContent } from './files/read-content.ts'

const tooLong = text.refine((message) => message.includes('{most}') && message.includes('{length}'), {
  error: 'must contain {most}, the maximum number of characters, and {length}, the number entered',
})

const fieldTexts = z.strictObject({ label: text, empty: text.optional() })

const wordsSchema = z.strictObject({
  lang: z.string().refine(isLanguage, 'must be a language, like en-US or pt-PT (BCP 47)').default('en'),
  form: z
    .strictObject({
      ...fields(text, 'incomplete empty several noText internationalAddress'),
      notListed: text.default(englishTexts.notListed),
      tooLong,
      optional: text.default(englishTexts.optional),
      fields: z.record(z.string(), fieldTexts).default({}),
    } satisfies Record<Exclude<keyof FormTexts, 'lang'>, z.ZodType>)
    .default(englishTexts),
})

/** The site's language and form messages. Messages missing from content/words.yaml are in English. */
export type Words = { lang: string; form: FormTexts }

export function readWords(): Words {
  const { lang, form } = hasContent('words.yaml') ? readContent('words.yaml', wordsSchema) : wordsSchema.parse({})
  return { lang, form: { ...form, lang, fields: { ...englishTexts.fields, ...form.fields } } }
}

function isLanguage(lang: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(lang).length > 0
  } catch {
    return false
  }
}
