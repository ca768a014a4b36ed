import type { AstroIntegration, AstroPrerenderer } from 'astro'
import { contentHash, type Made, openMade } from './earlier-build.ts'
import { earlierPolicies } from './earlier-policies.ts'
import { sourceHash } from './source-hash.ts'

/** Everything that a page can show, whatever its own content: code, packages, words, fonts. */
const shared = ['src/**', 'astro.config.ts', 'package-lock.json', 'content/**', '.astro/fonts/*.woff2']

type PageSource = {
  /** Files below content/ that only some pages show; what `contents` says of a page has to tell of them. */
  apart: string
  /** What each page shows of those files, by its path. A page that is not there is always rendered. */
  contents: () => ReadonlyMap<string, string>
}

/** Takes over a page that the earlier build rendered with the same code from the same content. */
export function keepPages({ apart, contents }: PageSource): AstroIntegration {
  let made: Made
  let outDir: URL
  let site = ''
  return {
    name: 'keep-pages',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // Who brings a prerenderer says what it starts from: here, as without one, Astro's own.
        const input = 'astro/entrypoints/prerender'
        const config = () => ({ environments: { prerender: { build: { rolldownOptions: { input } } } } })
        updateConfig({ vite: { plugins: [{ name: 'keep-pages', apply: 'build', config }] } })
      },
      'astro:config:done': ({ config }) => {
        outDir = config.outDir
        site = String(config.site)
      },
      'astro:build:start': ({ setPrerenderer }) => {
        made = openMade('pages', outDir)
        setPrerenderer((prerenderer) => {
          // The footer bears the year.
          const common = contentHash(sourceHash(shared, apart), site, String(new Date().getFullYear()))
          return keeping(prerenderer, made, contents, common, earlierPolicies(outDir))
        })
      },
      'astro:build:done': () => made.save(),
    },
  }
}

function keeping(
  prerenderer: AstroPrerenderer,
  made: Made,
  contents: PageSource['contents'],
  common: string,
  policies: ReadonlyMap<string, string>,
): AstroPrerenderer {
  const shown = contents()
  return {
    ...prerenderer,
    async render(request, options) {
      const path = new URL(request.url).pathname.replace(/\.html$/, '')
      const content = shown.get(path)
      if (content === undefined) return prerenderer.render(request, options)
      const file = `${path.slice(1)}.html`
      const key = contentHash(common, path, content)
      const policy = policies.get(path)
      const kept = policy && made.take(file, key)
      if (kept) return new Response(new Uint8Array(kept), { headers: { 'content-security-policy': policy } })
      const result = await prerenderer.render(request, options)
      const { body, headers, status } = result instanceof Response ? result : result.response
      const page = Buffer.from(await new Response(body).arrayBuffer())
      if (status === 200) made.note(file, { key, hash: contentHash(page) })
      return new Response(new Uint8Array(page), { headers, status })
    },
  }
}
