import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AstroIntegration } from 'astro'
import subsetFont from 'subset-font'

const FILES = 'node_modules/@fontsource-variable/newsreader/files'
/** src/styles/fonts.css points here; the build copies the files to hashed names. */
const OUT = '.astro/fonts'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?&'

/**
 * Cuts Newsreader down to one weight, one optical size and the characters that content/ uses, before each build.
 * The roman is drawn for display sizes, the italic for remarks at text size.
 */
export function subsetFonts(): AstroIntegration {
  return {
    name: 'subset-fonts',
    hooks: {
      'astro:config:setup': async () => {
        const text =
          LETTERS +
          globSync('content/**/*.{yaml,md}')
            .map((file) => readFileSync(file, 'utf8'))
            .join('')
        mkdirSync(OUT, { recursive: true })
        const cut = async (style: 'normal' | 'italic', name: string, variationAxes: Record<string, number>) => {
          const whole = readFileSync(`${FILES}/newsreader-latin-standard-${style}.woff2`)
          const subset = await subsetFont(whole, text, {
            targetFormat: 'woff2',
            variationAxes,
            keepFeatures: style === 'normal' ? ['kern', 'liga'] : ['kern'],
            noHinting: true,
          })
          writeFileSync(`${OUT}/${name}.woff2`, subset)
        }
        await cut('normal', 'roman', { wght: 330, opsz: 72 })
        await cut('italic', 'italic', { wght: 400, opsz: 18 })
      },
    },
  }
}
