import type { AstroIntegration } from 'astro'
import { cacheKey, openBuildCache } from './build-cache.ts'
import { sourceHash } from './source-hash.ts'

/** Everything that a page can show, whatever its own content: code, packages, words, fonts. */
const shared = ['src/**', 'astro.config.ts', 'package-lock.json', 'content/**', '.astro/fonts/*']

type PageSource = {
  /** The address of the site. */
  site: string
  /** Files below content/ that only some pages show; what `contents` says of a page has to tell of them. */
  apart: string
  /** What each page shows of those files, by its path. A page that is not there is always rendered. */
  contents: () => ReadonlyMap<string, string>
}

/** Takes a page from the cache when an earlier build rendered it with the same code from the same content. */
export function keepPages({ site, apart, contents }: PageSource): AstroIntegration {
  return {
    name: 'keep-pages',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // Who brings a prerenderer says what it starts from: here, as without one, Astro's own.
        const input = 'astro/entrypoints/prerender'
        const config = () => ({ environments: { prerender: { build: { rolldownOptions: { input } } } } })
        updateConfig({ vite: { plugins: [{ name: 'keep-pages', apply: 'build', config }] } })
      },
      'astro:build:start': ({ setPrerenderer }) => {
        const cache = openBuildCache('pages')
        const keys = new Map<string, string>()
        setPrerenderer((prerenderer) => ({
          ...prerenderer,
          async setup() {
            await prerenderer.setup?.()
            // The footer bears the year.
            const common = cacheKey(sourceHash(shared, apart), site, String(new Date().getFullYear()))
            for (const [path, content] of contents()) keys.set(path, cacheKey(common, path, content))
          },
          async render(request, options) {
            const key = keys.get(new URL(request.url).pathname.replace(/\.html$/, ''))
            if (key === undefined) return prerenderer.render(request, options)
            const kept = cache.read(key)
            if (kept) return fromBytes(kept)
            const result = await prerenderer.render(request, options)
            const response = result instanceof Response ? result : result.response
            const bytes = await toBytes(response)
            if (response.status === 200) cache.write(key, bytes)
            return fromBytes(bytes)
          },
          async teardown() {
            cache.keepOnly(keys.values())
            await prerenderer.teardown?.()
          },
        }))
      },
    },
  }
}

/** The headers as a line of JSON, then the page. */
async function toBytes(response: Response): Promise<Buffer> {
  const head = Buffer.from(`${JSON.stringify([...response.headers])}\n`)
  return Buffer.concat([head, Buffer.from(await response.arrayBuffer())])
}

function fromBytes(bytes: Buffer): Response {
  const end = bytes.indexOf('\n')
  return new Response(new Uint8Array(bytes.subarray(end + 1)), { headers: JSON.parse(bytes.toString('utf8', 0, end)) })
}
