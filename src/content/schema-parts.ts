import { z } from 'zod'

/** A list that is shown as a list. */
export function entries<T>(item: z.ZodType<T>) {
  return z.array(item).min(1, 'must hold at least one; a section with none is left out of content/home/page.yaml')
}

/** A list whose entries differ in one field. */
export function different<T extends Record<string, unknown>>(key: keyof T & string, item: z.ZodType<T>) {
  return entries(item).superRefine((all, context) => {
    const seen = new Set<unknown>()
    for (const [i, entry] of all.entries()) {
      const value = entry[key]
      if (seen.has(value)) {
        context.addIssue({ code: 'custom', path: [i, key], message: `must be another one: ${value} is there twice` })
      }
      seen.add(value)
    }
  })
}

export function link(text: z.ZodType<string>) {
  return z.strictObject(
    { text, to: z.string().regex(/^[/#]|^https:\/\//, 'must start with /, # or https://') },
    {
      error: ({ code }) =>
        code === 'invalid_type' ? 'must be { text, to }, like { text: See it, to: https://client.example }' : undefined,
    },
  )
}
