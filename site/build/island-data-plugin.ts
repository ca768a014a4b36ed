import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import type { TextSection } from '../../platform/text/text-index.ts'
import { builtContent } from './own-server.ts'

const sourceFile = fileURLToPath(new URL('./island-data.tsx', import.meta.url))
const prefix = 'virtual:built/'

const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
}

type IslandDataModule = {
  islandData: () => Record<string, unknown>
  textSections: (site: URL) => Iterable<TextSection>
}

/** Imports island-data.tsx with Vite: Node.js can't import TSX and style sheets. */
async function importWithVite(contentPlugins: Plugin[]): Promise<IslandDataModule> {
  const plugins = [noStyles, ...contentPlugins]
  const options = { configFile: false, logLevel: 'error', plugins } as const
  const { module } = await runnerImport<IslandDataModule>(sourceFile, options)
  return module
}

let imported: Promise<IslandDataModule> | undefined

/** Imports island-data.tsx once per build, with the content read at its start. */
export function importIslandData(): Promise<IslandDataModule> {
  imported ??= importWithVite([builtContent()])
  return imported
}

/** Provides modules such as `virtual:built/chat-panel`. They contain copy and HTML that visitors download with an island. */
export function islandDataPlugin(root: URL): Plugin {
  return {
    name: 'island-data',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return
      const isDev = this.environment.mode === 'dev'
      const contentFiles = isDev ? globSync('content/**/*.yaml', { cwd: root }) : []
      for (const file of contentFiles) this.addWatchFile(fileURLToPath(new URL(file, root)))
      const { islandData } = await (isDev ? importWithVite([]) : importIslandData())
      const name = id.slice(`\0${prefix}`.length)
      return `export default ${JSON.stringify(islandData()[name])}`
    },
  }
}
