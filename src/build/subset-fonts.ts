import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AstroIntegration } from 'astro'
import subsetFont from 'subset-font'
import { cacheKey, openBuildCache } from './build-cache.ts'

const FILES = 'node_modules/@fontsource-variable/newsreader/files'
/** src/styles/fonts.css points here; the build copies the files to hashed names. */
const OUT = '.astro/fonts'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?&'

type CutOptions = { variationAxes: Record<string, number>; keepFeatures: string[] }

const cuts = [
  { style: 'normal', name: 'roman', variationAxes: { wght: 330, opsz: 72 }, keepFeatures: ['kern', 'liga'] },
  { style: 'italic', name: 'italic', variationAxes: { wght: 400, opsz: 18 }, keepFeatures: ['kern'] },
]

/**
 * Cuts Newsreader down to one weight, one optical size and the characters that content/ uses, before each build.
 * The roman is drawn for display sizes, the italic for remarks at text size. As long as the characters stay the same, so
 * do the files.
 */
export function subsetFonts(): AstroIntegration {
  return {
    name: 'subset-fonts',
    hooks: {
      'astro:config:setup': async () => {
        const characters = charactersOf(globSync('content/**/*.{yaml,md}'))
        const packages = readFileSync('package-lock.json')
        const cache = openBuildCache('fonts')
        mkdirSync(OUT, { recursive: true })
        const keys: string[] = []
        for (const { style, name, ...options } of cuts) {
          const key = cacheKey(characters, packages, JSON.stringify({ style, ...options }))
          keys.push(key)
          const kept = cache.read(key)
          const font = kept ?? (await cut(style, characters, options))
          if (!kept) cache.write(key, font)
          writeFileSync(`${OUT}/${name}.woff2`, font)
        }
        cache.keepOnly(keys)
      },
    },
  }
}

/** Every character once, in order. */
function charactersOf(files: readonly string[]): string {
  const found = new Set(LETTERS)
  for (const file of files) for (const character of readFileSync(file, 'utf8')) found.add(character)
  return [...found].sort().join('')
}

function cut(style: string, characters: string, options: CutOptions): Promise<Buffer> {
  const whole = readFileSync(`${FILES}/newsreader-latin-standard-${style}.woff2`)
  return subsetFont(whole, characters, { ...options, targetFormat: 'woff2', noHinting: true })
}
