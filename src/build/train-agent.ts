import { writeFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import type { AstroIntegration } from 'astro'
import { siteContent } from '../content/site-content.ts'
import { trainedAnswers, trainedFile } from '../features/chat/book/trained-answers.ts'

/** After the build: writes down for the server what the agent says, and what was learned from the examples of what is asked. */
export function trainAgent(): AstroIntegration {
  return {
    name: 'train-agent',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL(`../${trainedFile}`, dir), serialize(trainedAnswers(siteContent().agent.answers)))
      },
    },
  }
}
