import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { StaticFile } from '../server/http/static-files.ts'
import { compress, type Effort } from './compress.ts'
import { type PageLinks, pageLinks } from './dead-links.ts'
import type { Made, Note } from './earlier-build.ts'

export type AnswerJob = {
  /** The folder that holds what was built, and the file below it. */
  folder: string
  file: string
  /** Where it answers. */
  path: string
  type: string
  /** The address of the site. */
  site: string
  /** How hard to compress it; what is compressed already has none. */
  effort: Effort | undefined
  /** The content security policy that Astro made for the page. */
  policy: string | undefined
}

export type Answer = {
  file: StaticFile
  /** What a page leads to. */
  links?: PageLinks
  /** What its compressed twins were made from. */
  twins: [file: string, Note][]
}

/** Writes the compressed twins that are smaller than the file itself, and says how the server is to answer with it. */
export function prepareAnswer(job: AnswerJob, made: Made): Answer {
  const { file, path, type, policy } = job
  const body = readFileSync(`${job.folder}/${file}`)
  const encodings: StaticFile['encodings'] = []
  const twins = job.effort && compress(file, body, job.effort, made)
  if (twins && twins.br.length < body.length) {
    writeFileSync(`${job.folder}/${file}.br`, twins.br)
    encodings.push('br')
  }
  if (twins?.gzip && twins.gzip.length < body.length) {
    writeFileSync(`${job.folder}/${file}.gz`, twins.gzip)
    encodings.push('gzip')
  }
  const html = type.startsWith('text/html') ? body.toString() : undefined
  return {
    file: {
      path,
      file,
      type,
      etag: createHash('sha256').update(body).digest('base64url').slice(0, 20),
      immutable: file.startsWith('_astro/'),
      encodings,
      ...(html !== undefined && policy !== undefined && { policy: ownHashes(policy, html) }),
    },
    ...(html !== undefined && { links: pageLinks(path, html, job.site) }),
    twins: [`${file}.br`, `${file}.gz`].flatMap((twin) => {
      const note = made.notes().get(twin)
      return note ? [[twin, note]] : []
    }),
  }
}

/** Astro lists the hashes of the whole site on every page; this leaves those of the page's own scripts and styles. */
function ownHashes(policy: string, html: string): string {
  const inline = [...html.matchAll(/<(?:script|style)(?:\s[^>]*)?>(.*?)<\/(?:script|style)>/gs)].map(
    ([, text]) => text ?? '',
  )
  const own = new Set(inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))
  return policy.replaceAll(/ ('sha256-[^']+')/g, (found, hash: string) => (own.has(hash) ? found : ''))
}
