import { z } from 'zod'
import { type Color, contrast } from '../color.ts'
import { fields } from './files/field-schemas.ts'
import { readContent } from './files/read-content.ts'

const hexColor = z
  .string({ error: 'must be a color in quotes, like "#fbf8f2"' })
  .regex(/^#[\da-f]{6}$/i, { error: 'must be a color with six digits, like "#fbf8f2"', abort: true })
  .transform((written): Color => `#${written.slice(1)}`)

const paletteSchema = z.strictObject(fields(hexColor, 'ground ink second accent button onButton thread panel'))

export type Palette = z.infer<typeof paletteSchema>

type ContrastRule = { color: keyof Palette; background: keyof Palette; min: number }

/** Minimum contrast: 4.5 for text, 3 for the thread, which is a graphic (WCAG 2.2, 1.4.3 and 1.4.11). */
const contrastRules: readonly ContrastRule[] = [
  { color: 'ink', background: 'ground', min: 4.5 },
  { color: 'second', background: 'ground', min: 4.5 },
  { color: 'accent', background: 'ground', min: 4.5 },
  { color: 'ink', background: 'panel', min: 4.5 },
  { color: 'second', background: 'panel', min: 4.5 },
  { color: 'accent', background: 'panel', min: 4.5 },
  { color: 'onButton', background: 'button', min: 4.5 },
  { color: 'thread', background: 'ground', min: 3 },
]

const themeSchema = z.strictObject({
  colors: z.strictObject({ light: paletteSchema, dark: paletteSchema }).superRefine((colors, context) => {
    for (const [name, palette] of Object.entries(colors)) {
      for (const { color, background, min } of contrastRules) {
        const ratio = contrast(palette[color], palette[background])
        if (ratio >= min) continue
        const required = `a contrast of at least ${min} on ${background} (${palette[background]})`
        const message = `must have ${required} but has ${ratio.toFixed(1)}`
        context.addIssue({ code: 'custom', path: [name, color], message })
      }
    }
  }),
  paints: z.array(hexColor).default([]),
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
