import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AstroIntegration } from 'astro'
import subsetFont from 'subset-font'
import { contentHash } from './earlier-build.ts'

const FILES = 'node_modules/@fontsource-variable/newsreader/files'
/** src/styles/fonts.css points here; the build copies the files to hashed names. */
const OUT = '.astro/fonts'
/** Also what code alone sets, and no text in content/. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?&·'

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
        const characters = charactersOf(globSync('content/**/*.{yaml,md}', { exclude: ['content/agent/**'] }))
        const packages = readFileSync('package-lock.json')
        mkdirSync(OUT, { recursive: true })
        for (const { style, name, ...options } of cuts) {
          const [file, note] = [`${OUT}/${name}.woff2`, `${OUT}/${name}.made`]
          const key = contentHash(characters, packages, JSON.stringify({ style, ...options }))
          if ([file, note].every(existsSync) && readFileSync(note, 'utf8') === key + contentHash(readFileSync(file)))
            continue
          const font = await cut(style, characters, options)
          writeFileSync(file, font)
          writeFileSync(note, key + contentHash(font))
        }
      },
    },
  }
}

/** What Markdown and YAML write with, and hardly a headline; they were an eighth of each file. */
const SYNTAX = new Set('{}[]<>|\\_*~^=`')
const ASCII = [...String.fromCharCode(...Array(127).keys()).slice(32)].filter((each) => !SYNTAX.has(each))

/** Every character once, in order. Megabytes of text hold few that are not ASCII: only those are looked at one by one. */
function charactersOf(files: readonly string[]): string {
  const text = files.map((file) => readFileSync(file, 'utf8')).join('') + LETTERS
  const found = new Set(ASCII.filter((character) => text.includes(character)))
  for (const [character] of text.matchAll(/[^ -~]/gu)) found.add(character)
  return [...found].sort().join('')
}

function cut(style: string, characters: string, options: CutOptions): Promise<Buffer> {
  const whole = readFileSync(`${FILES}/newsreader-latin-standard-${style}.woff2`)
  return subsetFont(whole, characters, { ...options, targetFormat: 'woff2', noHinting: true })
}
