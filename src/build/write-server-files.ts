import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { AstroIntegration } from 'astro'
import { pageTexts } from '../content/page-texts.ts'
import { siteContent } from '../content/site-content.ts'
import { siteTexts } from '../content/site-texts.ts'
import type { TextSection } from '../lib/text/text-section.ts'
import { createTextIndex, textIndexFile } from '../server/text-index.ts'

type ServerFiles = {
  site: string
  /** What the agent says and has learned: its file in the folder of the build, and the script of a thread that posts it. */
  trained: { file: string; script: URL }
}

/** Writes what the server reads beside the pages: what they say, for the search, and what the agent needs. */
export function writeServerFiles({ site, trained: { file, script } }: ServerFiles): AstroIntegration {
  let trained: Promise<Uint8Array>
  return {
    name: 'write-server-files',
    hooks: {
      'astro:build:start': () => {
        trained = postedBy(script)
      },
      'astro:build:done': async ({ dir }) => {
        const fileOf = (name: string) => fileURLToPath(new URL(`../${name}`, dir))
        createTextIndex(fileOf(textIndexFile), textSections(new URL(site))).close()
        writeFileSync(fileOf(file), await trained)
      },
    },
  }
}

async function postedBy(script: URL): Promise<Uint8Array> {
  const [posted] = await once(new Worker(script, { workerData: siteContent().agent.answers }), 'message')
  return posted
}

/** What every listed page says, part by part, for /search and the not-found page. */
export function* textSections(site: URL): Generator<TextSection> {
  const context = { site, now: new Date(), lastChange: () => undefined }
  for (const { path, title, sections } of pageTexts(siteContent(), siteTexts(), context)) {
    for (const { anchor = '', heading = '', text } of sections) yield { path, title, anchor, heading, text }
  }
}
