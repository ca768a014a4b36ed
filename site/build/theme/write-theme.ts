import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import { readDrawings } from '../../../platform/content/drawings.ts'
import { readAll } from '../../../platform/content/files/content-error.ts'
import { contentPath } from '../../../platform/content/files/content-files.ts'
import { readStudio } from '../../../platform/content/studio.ts'
import { readTheme, type Theme } from '../../../platform/content/theme.ts'
import { runBuildStep } from '../run-build-step.ts'
import type { SubsetJob } from './subset-font.worker.ts'
import { lanternPicture, themeCss } from './theme-css.ts'
import { typefaceFiles } from './typeface-files.ts'

/** The folder from which site/layouts/BaseLayout.astro imports theme.css. The build gives its fonts hashed names. */
const folder = '.astro/theme'
export const themeSheet = `${folder}/theme.css`
const stampFile = `${folder}/made-from.json`
/** Characters that every font includes, even if content/ doesn't use them yet. */
const alwaysIncluded = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?&·'

export function writeTheme(): AstroIntegration {
  let written: Promise<void>
  return {
    name: 'write-theme',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // Don't inline fonts, which the content security policy doesn't allow.
        const assetsInlineLimit = (file: string) => (file.endsWith('.woff2') ? false : undefined)
        updateConfig({ vite: { build: { assetsInlineLimit } } })
        written = writeThemeIfChanged()
        written.catch(() => {})
      },
      // Errors in content/ are reported by validateContent, which runs first.
      'astro:build:start': () => runBuildStep(() => written),
    },
  }
}

/** Writes theme.css, its fonts, and the lantern if they're out of date. Subsetting fonts is slow. */
export async function writeThemeIfChanged(): Promise<void> {
  const { theme, drawings, studio } = readAll({ theme: readTheme, drawings: readDrawings, studio: readStudio })
  const text = charactersOf(globSync(contentPath('**/*.{yaml,md,svg}'), { exclude: [contentPath('agent/**')] }))
  const jobs = subsetJobs(theme, text)
  const packages = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const { lantern } = drawings
  const stamp = JSON.stringify([packages, jobs, theme, lantern, studio.name])
  const files = [stampFile, themeSheet, ...jobs.map(({ to }) => to)]
  if (files.every(existsSync) && readFileSync(stampFile, 'utf8') === stamp) return
  rmSync(stampFile, { force: true })
  mkdirSync(folder, { recursive: true })
  const subsetting = runSubsetJobs(jobs)
  if (lantern) writeFileSync(`${folder}/lantern.svg`, lanternPicture(lantern, theme))
  writeFileSync(themeSheet, await themeCss(theme, lantern, { text, studioName: studio.name }))
  await subsetting
  writeFileSync(stampFile, stamp)
}

async function runSubsetJobs(jobs: readonly SubsetJob[]): Promise<void> {
  if (jobs.length === 0) return
  const worker = new Worker(new URL('./subset-font.worker.ts', import.meta.url), { workerData: jobs })
  await once(worker, 'exit')
}

/** Font files for each subset and style, with one weight, one optical size, and only the characters in content/. */
function subsetJobs({ typeface }: Theme, text: string): SubsetJob[] {
  if (typeface === undefined) return []
  const { file, axesOf, lettersBeyond } = typefaceFiles(typeface)
  const subsets = [
    { subset: 'latin', name: '', text },
    ...lettersBeyond(text).map(({ subset, letters }) => ({ subset, name: `-${subset}`, text: letters })),
  ]
  const jobs: SubsetJob[] = []
  for (const style of ['normal', 'italic'] as const) {
    const variationAxes = axesOf(style)
    const keepFeatures = style === 'normal' ? ['kern', 'liga'] : ['kern']
    for (const { subset, name, text } of subsets) {
      const from = file(subset, style)
      const to = `${folder}/${style}${name}.woff2`
      if (from !== undefined)
        jobs.push({ text, targetFormat: 'woff2', noHinting: true, from, to, variationAxes, keepFeatures })
    }
  }
  return jobs
}

/** Markdown and YAML syntax to leave out of fonts. Headlines rarely use it, but it would be an eighth of each font. */
const syntax = new Set('{}[]<>|\\_*~^=`')

function charactersOf(files: readonly string[]): string {
  const characters = new Set(files.map((file) => readFileSync(file, 'utf8')).join('') + alwaysIncluded)
  return [...characters]
    .filter((character) => !syntax.has(character))
    .sort()
    .join('')
}
