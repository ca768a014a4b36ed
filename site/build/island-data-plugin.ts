import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { importTsx } from './import-tsx.ts'
import { builtContent } from './own-server.ts'

const prefix = 'virtual:built/'

type IslandDataModule = { islandData: () => Record<string, unknown> }

const importIslandData = (plugins: Plugin[]) => importTsx<IslandDataModule>('island-data.tsx', plugins)

let imported: Promise<IslandDataModule> | undefined

/** Imports island-data.tsx once per build, with the content read at its start. */
function importForBuild(): Promise<IslandDataModule> {
  imported ??= importIslandData([builtContent()])
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
      const { islandData } = await (isDev ? importIslandData([]) : importForBuild())
      const name = id.slice(`\0${prefix}`.length)
      return `export default ${JSON.stringify(islandData()[name])}`
    },
  }
}
