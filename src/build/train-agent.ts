import { writeFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import type { AstroIntegration } from 'astro'

/**
 * After the build: writes down for the server what the agent says, and what was learned from the examples of what is asked.
 * @param file in the folder of the build
 */
export function trainAgent(file: string, learn: () => object): AstroIntegration {
  return {
    name: 'train-agent',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL(`../${file}`, dir), serialize(learn()))
      },
    },
  }
}
