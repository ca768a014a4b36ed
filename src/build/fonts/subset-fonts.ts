import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import type { CutJob } from './cut-font.worker.ts'

const FILES = 'node_modules/@fontsource-variable/newsreader/files'
/** src/styles/fonts.css points here; the build copies the files to hashed names. */
const OUT = '.astro/fonts'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?&·'

/** Cuts Newsreader down to one weight, one optical size and the characters that content/ uses (docs/decisions/site/fonts.md). */
export function subsetFonts(): AstroIntegration {
  let subset: Promise<void>
  return {
    name: 'subset-fonts',
    hooks: {
      'astro:config:setup': () => {
        subset = cutIfChanged()
      },
      'astro:build:start': () => subset,
      'astro:server:setup': () => subset,
    },
  }
}

async function cutIfChanged(): Promise<void> {
  const text = charactersOf(globSync('content/**/*.{yaml,md}', { exclude: ['content/agent/**'] }))
  const cut = { text, targetFormat: 'woff2', noHinting: true } as const
  const jobs: CutJob[] = [
    {
      ...cut,
      from: `${FILES}/newsreader-latin-standard-normal.woff2`,
      to: `${OUT}/roman.woff2`,
      variationAxes: { wght: 330, opsz: 72 },
      keepFeatures: ['kern', 'liga'],
    },
    {
      ...cut,
      from: `${FILES}/newsreader-latin-standard-italic.woff2`,
      to: `${OUT}/italic.woff2`,
      variationAxes: { wght: 400, opsz: 18 },
      keepFeatures: ['kern'],
    },
  ]
  const packages = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const [note, made] = [`${OUT}/made-from.json`, JSON.stringify([packages, jobs])]
  const files = [note, ...jobs.map(({ to }) => to)]
  if (files.every(existsSync) && readFileSync(note, 'utf8') === made) return
  mkdirSync(OUT, { recursive: true })
  rmSync(note, { force: true })
  await once(new Worker(new URL('./cut-font.worker.ts', import.meta.url), { workerData: jobs }), 'exit')
  writeFileSync(note, made)
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
