import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'

/** Inlines the page's script in the head, so that no click comes too early. Astro's own scripts run later. */
export function pageScript(): AstroIntegration {
  return {
    name: 'page-script',
    hooks: {
      'astro:config:setup': async ({ config, command, injectScript, addWatchFile }) => {
        const bundle = await rolldown({
          input: fileURLToPath(new URL('site/layouts/page-script.ts', config.root)),
          // Vite's dev server provides these modules.
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
