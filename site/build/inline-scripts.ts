import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

/**
 * Bundles the scripts that must run before the first paint or click, so pages inline them: Astro's own scripts are separate files
 * that load later. The page script is in the head of every page. Pages with free times inline `virtual:call-script` below them.
 */
export function inlineScripts(): AstroIntegration {
  return {
    name: 'inline-scripts',
    hooks: {
      'astro:config:setup': async ({ config, command, injectScript, addWatchFile, updateConfig }) => {
        const bundle = async (file: string) => {
          const { code, sources } = await bundleScript(fileURLToPath(new URL(file, config.root)), command === 'dev')
          for (const source of sources) addWatchFile(source)
          return code
        }
        injectScript('head-inline', await bundle('site/layouts/page-script.ts'))
        const callScript = await bundle('site/sections/calls/call-script.ts')
        updateConfig({ vite: { plugins: [textModule('virtual:call-script', callScript)] } })
        if (command === 'build') updateConfig(allowScript(callScript))
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

/** A module whose default export is a string. */
function textModule(name: string, text: string): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(text)}` : undefined),
  }
}

/**
 * Adds a script's hash to the content security policy. Browsers run only inline scripts with a listed hash, and Astro lists only
 * those it injects itself, such as the page script.
 */
function allowScript(code: string) {
  const hash = `sha256-${createHash('sha256').update(code).digest('base64')}` as const
  return { security: { csp: { algorithm: 'SHA-256' as const, scriptDirective: { hashes: [hash] } } } }
}
