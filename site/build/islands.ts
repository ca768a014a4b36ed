import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { builtPartsPlugin } from './built-parts.ts'
import { type IslandName, islands, islandUrl } from './island-url.ts'

/** One file for what every island of React needs, instead of three that are asked for at once. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ }

/** Each page names these files: no compression makes a hash shorter. */
const assetFileNames = '_astro/[hash:6][extname]'
const chunkFileNames = '_astro/[name].[hash:6].js'

/** Leaves out React's code for developer tools, Node.js and transitions, of which the site has none. */
const unusedByReact = {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
  navigation: 'undefined',
  process: 'undefined',
  setImmediate: 'undefined',
}

/** Imports by island. The browser's code is built first, and then the pages, which need them. */
const shared: typeof globalThis & { islandImports?: Map<string, string[]> } = globalThis

/** @returns the addresses of several, and of all that they import, for pages that are built */
export function islandUrls(...names: IslandName[]): string {
  const imported = names.flatMap((name) => shared.islandImports?.get(name) ?? [])
  return [...names.map(islandUrl), ...new Set(imported)].join(' ')
}

/** The page knows the islands' names beforehand; what they share has a hash in its name and is cached for good. */
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
                ...(command === 'build' && { define: unusedByReact }),
                build: {
                  rolldownOptions: { output: { assetFileNames, chunkFileNames, codeSplitting: { groups: [react] } } },
                },
              },
            },
            plugins: [
              builtPartsPlugin(config.root),
              {
                name: 'islands',
                applyToEnvironment: ({ name }) => name === 'client',
                buildStart() {
                  if (this.environment.mode !== 'build') return
                  for (const [name, file] of Object.entries(islands)) {
                    const id = fileURLToPath(new URL(file, config.root))
                    this.emitFile({ type: 'chunk', id, fileName: `islands/${name}.js`, preserveSignature: 'strict' })
                  }
                },
                generateBundle(_, bundle) {
                  const names = Object.keys(islands)
                  shared.islandImports = new Map(names.map((name) => [name, importsOf(`islands/${name}.js`, bundle)]))
                },
              },
            ],
          },
        })
      },
    },
  }
}

function importsOf(island: string, chunks: Record<string, { type: string; imports?: string[] }>): string[] {
  const found = new Set([island])
  // The set grows while it is gone through.
  for (const file of found) for (const each of chunks[file]?.imports ?? []) found.add(each)
  return [...found].slice(1).map((file) => `/${file}`)
}
