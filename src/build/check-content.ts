import type { AstroIntegration } from 'astro'
import { ContentError } from '../content/read-content.ts'
import { siteContent } from '../content/site-content.ts'
import { siteTexts } from '../content/site-texts.ts'

/** Before the build: stops it for wrong content with the file, the field and what would be right, and nothing else. */
export function checkContent(): AstroIntegration {
  return {
    name: 'check-content',
    hooks: {
      'astro:build:start': () => {
        try {
          siteContent()
          siteTexts()
        } catch (error) {
          if (!(error instanceof ContentError)) throw error
          process.stderr.write(`\n${error.message}\n`)
          process.exit(1)
        }
      },
    },
  }
}
