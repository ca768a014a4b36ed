import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'

const source = 'site/layouts/page-script.ts'

/** Inlines the page's script in the head, so that no click comes too early. Astro's own scripts run later. */
export function pageScript(): AstroIntegration {
  return {
    name: 'page-script',
    hooks: {
      'astro:config:setup': async ({ config, command, injectScript, addWatchFile }) => {
        const input = fileURLToPath(new URL(source, config.root))
        const bundle = await rolldown({
          input,
          // Virtual modules of Vite's dev server.
          external: /^\/@id\//,
          transform: { define: { 'import.meta.env.DEV': `${command === 'dev'}` } },
        })
        const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false })
        for (const file of await bundle.watchFiles) addWatchFile(file)
        await bundle.close()
        injectScript('head-inline', output[0].code.trim())
      },
    },
  }
}
