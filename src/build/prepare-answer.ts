import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { StaticFile } from '../server/http/static-files.ts'
import { type PageLinks, pageLinks } from './dead-links.ts'

export type AnswerJob = {
  folder: string
  file: string
  path: string
  type: string
  site: string
  compressible: boolean
  policy: string | undefined
}

export type Answer = {
  file: StaticFile
  links?: PageLinks
}

const encoders = {
  br: { ending: 'br', encode: promisify(brotliCompress) },
  gzip: { ending: 'gz', encode: promisify(gzip) },
}
/** What visitors wait for is worth the hardest compression: it takes four times as long, and saves a tenth. */
const visitors = /^text\/(?:html|css|javascript)/

/** Writes the compressed copies that are smaller than the file itself, and says how the server is to answer with it. */
export async function prepareAnswer(job: AnswerJob): Promise<Answer> {
  const { file, path, type, policy } = job
  const body = readFileSync(`${job.folder}/${file}`)
  const quality = visitors.test(type) ? 11 : 9
  const encodings: StaticFile['encodings'] = []
  for (const name of job.compressible ? (['br', 'gzip'] as const) : []) {
    const { ending, encode } = encoders[name]
    const copy = await encode(body, { level: 9, params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    if (copy.length >= body.length) continue
    await writeFile(`${job.folder}/${file}.${ending}`, copy)
    encodings.push(name)
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
