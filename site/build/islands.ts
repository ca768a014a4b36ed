import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'
import { islandDataPlugin } from './island-data-plugin.ts'
import { type IslandName, islands, islandUrl } from './island-url.ts'

/** A chunk for all of React, which would otherwise be split into three files. */
const reactChunk = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ }

/** Hashes are short because every page contains these file names and hashes don't compress. */
const assetFileNames = '_astro/[hash:6][extname]'
const chunkFileNames = '_astro/[name].[hash:6].js'

/** Globals that React checks for. Setting them to undefined removes its code for DevTools, Node.js, and transitions. */
const unusedGlobals = {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
  navigation: 'undefined',
  process: 'undefined',
  setImmediate: 'undefined',
}

/** React's lists of SVG attributes and unitless CSS properties: 1 kB that islands don't need. */
const unusedLists: { list: RegExp; replacement: string }[] = [
  { list: /\bnew Map\(\[\s*\["acceptCharset".+?\]\s*\]\)/s, replacement: 'new Map([["htmlFor", "for"]])' },
  { list: /\bnew Set\(\s*"animationIterationCount[^)]+\)\s*\)/, replacement: 'new Set()' },
]

/** Each island's imports, on globalThis because a second copy of this module reads them to render the pages. */
const shared: typeof globalThis & { islandImports?: Map<string, string[]> } = globalThis

/** @returns the URLs of these islands and, in a build, their imports, separated by spaces */
export function islandUrls(...names: IslandName[]): string {
  const imported = names.flatMap((name) => shared.islandImports?.get(name) ?? [])
  return [...names.map(islandUrl), ...new Set(imported)].join(' ')
}

/**
 * Builds islands under fixed names, which pages can contain before the islands are built. Browsers cache shared chunks, whose
 * names have a hash, forever.
 */
export function buildIslands(): AstroIntegration {
  return {
    name: 'islands',
    hooks: {
      'astro:config:setup': ({ updateConfig, config, command }) => {
        updateConfig({
          vite: {
            build: { rolldownOptions: { output: { assetFileNames } } },
            environments: {
              client: {
                define: command === 'build' ? unusedGlobals : {},
                build: {
                  rolldownOptions: {
                    output: { assetFileNames, chunkFileNames, codeSplitting: { groups: [reactChunk] } },
                  },
                },
              },
            },
            plugins: [islandDataPlugin(config.root), islandsPlugin(config.root)],
          },
        })
      },
    },
  }
}

function islandsPlugin(root: URL): Plugin {
  return {
    name: 'islands',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      if (this.environment.mode !== 'build') return
      for (const [name, file] of Object.entries(islands)) {
        const id = fileURLToPath(new URL(file, root))
        this.emitFile({ type: 'chunk', id, fileName: `islands/${name}.js`, preserveSignature: 'strict' })
      }
    },
    transform(code, id) {
      if (!id.endsWith('/react-dom-client.production.js')) return
      let shorter = code
      for (const { list, replacement } of unusedLists) shorter = shorter.replace(list, replacement)
      return { code: shorter, map: null }
    },
    generateBundle(_, bundle) {
      const names = Object.keys(islands)
      shared.islandImports = new Map(names.map((name) => [name, importsOf(`islands/${name}.js`, bundle)]))
    },
  }
}

/** @returns the URLs of a file's direct and indirect imports */
function importsOf(fileName: string, chunks: Record<string, { type: string; imports?: string[] }>): string[] {
  const files = new Set([fileName])
  // The loop also visits the files added here.
  for (const file of files) {
    for (const imported of chunks[file]?.imports ?? []) files.add(imported)
  }
  return [...files].slice(1).map((file) => `/${file}`)
}
