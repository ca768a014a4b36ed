import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { builtPartsPlugin } from './built-parts.ts'
import { type IslandName, islands, islandUrl } from './island-url.ts'

/** One file for what every island of React needs, instead of three that are asked for at once. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ }

/**
 * What React looks for wherever it starts: its developer tools, the ways of Node.js, and the browser's navigation, by which
 * it shows that a transition is under way. Visitors have the first two not, the site has no transition: nobody pays for it.
 */
const unusedByReact = {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
  navigation: 'undefined',
  process: 'undefined',
  setImmediate: 'undefined',
}

/** What the islands import, by island; the build of the browser's code tells the pages, which are rendered after it. */
const shared: typeof globalThis & { islandImports?: Map<string, string[]> } = globalThis

/** @returns the addresses of several, and of all that they import, to be asked for at once; for pages that are built */
export function islandUrls(...names: IslandName[]): string {
  const imported = names.flatMap((name) => shared.islandImports?.get(name) ?? [])
  return [...names.map(islandUrl), ...new Set(imported)].join(' ')
}

/**
 * Builds every island under a name that the page can know beforehand. Its own file is small and is asked for again
 * after a change; what it shares with others, React above all, has a hash in its name and is kept for good.
 */
export function buildIslands(): AstroIntegration {
  return {
    name: 'islands',
    hooks: {
      'astro:config:setup': ({ updateConfig, config, command }) => {
        updateConfig({
          vite: {
            environments: {
              client: {
                ...(command === 'build' && { define: unusedByReact }),
                build: { rolldownOptions: { output: { codeSplitting: { groups: [react] } } } },
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

type Chunks = Record<string, { type: string; imports?: string[] }>

/** @returns the addresses of everything that an island's file imports, directly or not */
function importsOf(island: string, chunks: Chunks): string[] {
  const found = new Set([island])
  // A set that grows while it is gone through.
  for (const file of found) for (const each of chunks[file]?.imports ?? []) found.add(each)
  return [...found].slice(1).map((file) => `/${file}`)
}
