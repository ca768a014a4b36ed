import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'
import type { TextSection } from '../../platform/text/text-index.ts'
import { builtContent } from './own-server.ts'

const source = fileURLToPath(new URL('./built-parts.tsx', import.meta.url))
const prefix = 'virtual:built/'

const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
}

type BuiltParts = { builtParts: () => Record<string, unknown>; textSections: (site: URL) => Iterable<TextSection> }

/** Imports built-parts.tsx with Vite: Node.js can't import TSX and style sheets. */
async function importParts(content: Plugin[]): Promise<BuiltParts> {
  const plugins = [noStyles, ...content]
  return (await runnerImport<BuiltParts>(source, { configFile: false, logLevel: 'error', plugins })).module
}

let imported: Promise<BuiltParts> | undefined

export function partsOfBuild(): Promise<BuiltParts> {
  imported ??= importParts([builtContent()])
  return imported
}

/** Provides modules such as `virtual:built/chat-panel`: texts and views that only visitors who use an island download. */
export function builtPartsPlugin(root: URL): Plugin {
  return {
    name: 'built-parts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return
      const isDev = this.environment.mode === 'dev'
      for (const yaml of isDev ? globSync('content/**/*.yaml', { cwd: root }) : [])
        this.addWatchFile(fileURLToPath(new URL(yaml, root)))
      const { builtParts } = await (isDev ? importParts([]) : partsOfBuild())
      return `export default ${JSON.stringify(builtParts()[id.slice(prefix.length + 1)])}`
    },
  }
}
