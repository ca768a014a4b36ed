import type { AstroIntegration } from 'astro'
import { siteContent } from '../content/site-content.ts'
import { siteTexts } from '../content/site-texts.ts'
import { stopForMistake } from './stop-for-mistake.ts'

/** Reads and checks everything in content/ before the build, so that the first mistake is the only thing said. */
export function checkContent(): AstroIntegration {
  return {
    name: 'check-content',
    hooks: {
      'astro:build:start': () =>
        stopForMistake(() => {
          // Read only when they are asked for.
          void siteContent().agent.answers
          siteTexts()
        }),
    },
  }
}
