import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { StaticFile } from '../../platform/http/built-files.ts'
import { pagePolicy } from '../../platform/http/page-policy.ts'
import { mediaTypeOf } from '../../platform/http/site-files.ts'
import { type PageLinks, pageLinks } from './dead-links.ts'

export type Answer = { file: StaticFile; links?: PageLinks }

const alreadyCompressed = new Set(['.avif', '.jpg', '.png', '.webp', '.woff2'])
/** Files that visitors wait for. They get the best compression, which takes four times as long and saves a tenth. */
const visitorTypes = /^text\/(?:html|css|javascript)/
const encoders = [
  ['br', 'br', smallestBrotli],
  ['gzip', 'gz', (body: Buffer) => promisify(gzip)(body, { level: 9 })],
] as const

/** Writes compressed copies if they're smaller. @returns the file's entry in the manifest and, for a page, its links */
export async function prepareAnswer(
  file: string,
  { folder, site, policies }: { folder: string; site: string; policies: ReadonlyMap<string, string> },
): Promise<Answer> {
  const type = mediaTypeOf(file)
  if (type === undefined) throw new Error(`public/${file}: ${extname(file)} files have no known media type`)
  const path = pathOf(file)
  const body = readFileSync(`${folder}/${file}`)
  const encodings: StaticFile['encodings'] = []
  for (const [name, extension, encode] of alreadyCompressed.has(extname(file)) ? [] : encoders) {
    const copy = await encode(body, type)
    if (copy.length >= body.length) continue
    await writeFile(`${folder}/${file}.${extension}`, copy)
    encodings.push(name)
  }
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 11)
  const answer: StaticFile = { path, file, type, etag, immutable: /^(?:_astro|pictures)\//.test(file), encodings }
  if (!type.startsWith('text/html')) return { file: answer }
  const html = body.toString()
  const policy = policies.get(path)
  if (policy !== undefined) answer.policy = pagePolicy(policy, html, { isStatic: true })
  return { file: answer, links: pageLinks(path, html, site) }
}

/** For a page, tries each distance encoding (RFC 7932, section 4) and returns the smallest result. */
async function smallestBrotli(body: Buffer, type: string): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_NDIRECT, BROTLI_PARAM_NPOSTFIX } = constants
  const quality = visitorTypes.test(type) ? 11 : 9
  const postfixes = type.startsWith('text/html') ? [0, 1, 2, 3] : [0]
  const copies = postfixes.map((bits) =>
    promisify(brotliCompress)(body, {
      params: {
        [BROTLI_PARAM_QUALITY]: quality,
        [BROTLI_PARAM_NPOSTFIX]: bits,
        [BROTLI_PARAM_NDIRECT]: bits === 0 ? 0 : 15 << bits,
      },
    }),
  )
  const [smallest = body] = (await Promise.all(copies)).toSorted((a, b) => a.length - b.length)
  return smallest
}

/** `/` for `index.html`, `/blog/a` for `blog/a.html`; other files are served under their own names. */
function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
}
