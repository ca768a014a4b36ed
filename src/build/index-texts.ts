import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { createTextIndex, textIndexFile } from '../server/text-index.ts'
import { textSections } from './text-sections.ts'

/** After the build: writes what every page says into an index of its own, for /search and the not-found page. */
export function indexTexts(site: string): AstroIntegration {
  return {
    name: 'index-texts',
    hooks: {
      'astro:build:done': ({ dir }) => {
        createTextIndex(fileURLToPath(new URL(`../${textIndexFile}`, dir)), textSections(new URL(site))).close()
      },
    },
  }
}
