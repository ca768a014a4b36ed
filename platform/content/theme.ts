import { z } from 'zod'
import { type Color, contrast } from '../color.ts'
import { fields, readContent } from './read-content.ts'

const color = z
  .string({ error: 'must be a color in quotes, like "#fbf8f2"' })
  .regex(/^#[\da-f]{6}$/i, { error: 'must be a color with six digits, like "#fbf8f2"', abort: true })
  .transform((written): Color => `#${written.slice(1)}`)

const palette = z.strictObject(fields(color, 'ground ink second accent button onButton thread panel'))

export type Palette = z.infer<typeof palette>

/** A color, its background, and their minimum contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs: readonly [keyof Palette, keyof Palette, number][] = [
  ['ink', 'ground', 4.5],
  ['second', 'ground', 4.5],
  ['accent', 'ground', 4.5],
  ['ink', 'panel', 4.5],
  ['second', 'panel', 4.5],
  ['accent', 'panel', 4.5],
  ['onButton', 'button', 4.5],
  ['thread', 'ground', 3],
]

const themeSchema = z.strictObject({
  colors: z.strictObject({ light: palette, dark: palette }).superRefine((colors, context) => {
    for (const [name, palette] of Object.entries(colors)) {
      for (const [one, other, min] of pairs) {
        const ratio = contrast(palette[one], palette[other])
        if (ratio >= min) continue
        const message = `must have a contrast of at least ${min} on ${other} (${palette[other]}) but has ${ratio.toFixed(1)}`
        context.addIssue({ code: 'custom', path: [name, one], message })
      }
    }
  }),
  paints: z.array(color).default([]),
  typeface: z
    .strictObject({
      package: z.string().regex(/^@fontsource(-variable)?\/[a-z0-9-]+$/, 'must be a Fontsource package'),
      weight: z.int().min(100).max(900).default(400),
      size: z.number().positive().optional(),
    })
    .optional(),
  corner: z.int().min(0).max(24).default(2),
})

export type Theme = z.infer<typeof themeSchema>
export type Typeface = NonNullable<Theme['typeface']>

export function readTheme(): Theme {
  return readContent('theme.yaml', themeSchema)
}
