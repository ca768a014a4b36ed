import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

/**
 * Inlines the page's script in the head, to run before any click. Astro's own scripts run later. Pages with free times inline
 * `virtual:call-script` themselves.
 */
export function pageScript(): AstroIntegration {
  return {
    name: 'page-script',
    hooks: {
      'astro:config:setup': async ({ config, command, injectScript, addWatchFile, updateConfig }) => {
        const bundle = async (file: string) => {
          const { code, sources } = await bundleScript(fileURLToPath(new URL(file, config.root)), command === 'dev')
          for (const source of sources) addWatchFile(source)
          return code
        }
        injectScript('head-inline', await bundle('site/layouts/page-script.ts'))
        const code = await bundle('site/sections/calls/call-script.ts')
        const hash = `sha256-${createHash('sha256').update(code).digest('base64')}` as const
        updateConfig({
          ...(command === 'build' && {
            security: { csp: { algorithm: 'SHA-256', scriptDirective: { hashes: [hash] } } },
          }),
          vite: { plugins: [textModule('virtual:call-script', code)] },
        })
      },
    },
  }
}

async function bundleScript(input: string, isDev: boolean): Promise<{ code: string; sources: string[] }> {
  const bundle = await rolldown({
    input,
    // Vite's dev server provides these modules.
    external: /^\/@id\//,
    transform: { define: { 'import.meta.env.DEV': `${isDev}` } },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false })
  const sources = await bundle.watchFiles
  await bundle.close()
  return { code: output[0].code.trim(), sources }
}

function textModule(name: string, text: string): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(text)}` : undefined),
  }
}
