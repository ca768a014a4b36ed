import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { builtPartsPlugin } from './built-parts.ts'
import { type IslandName, islands, islandUrl } from './island-url.ts'

/** Puts all of React into one file instead of three. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ }

/** Short hashes: every page names these files, and hashes don't compress. */
const assetFileNames = '_astro/[hash:6][extname]'
const chunkFileNames = '_astro/[name].[hash:6].js'

/** Removes React's code for developer tools, Node.js, and transitions, which the site doesn't use. */
const unusedByReact = {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
  navigation: 'undefined',
  process: 'undefined',
  setImmediate: 'undefined',
}

/** The imports of each island. Set by the client build for the pages, which are rendered after it. */
const shared: typeof globalThis & { islandImports?: Map<string, string[]> } = globalThis

/** @returns the URLs of these islands and, in a build, of everything they import, separated by spaces */
export function islandUrls(...names: IslandName[]): string {
  const imported = names.flatMap((name) => shared.islandImports?.get(name) ?? [])
  return [...names.map(islandUrl), ...new Set(imported)].join(' ')
}

/** Gives islands fixed names, which pages know in advance. Shared chunks have hashed names and are cached forever. */
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
  // The set grows during the loop.
  for (const file of found) for (const each of chunks[file]?.imports ?? []) found.add(each)
  return [...found].slice(1).map((file) => `/${file}`)
}
