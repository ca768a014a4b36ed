import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { textSections } from '../content/page-texts.ts'
import { createTextIndex, textIndexFile } from '../server/text-index.ts'

/** After the build: writes what every page says into an index of its own, for /search and the not-found page. */
export function indexTexts(): AstroIntegration {
  return {
    name: 'index-texts',
    hooks: {
      'astro:build:done': ({ dir }) => {
        createTextIndex(fileURLToPath(new URL(`../${textIndexFile}`, dir)), textSections()).close()
      },
    },
  }
}
