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
  resolveId: (asked) => (asked.endsWith('.css') ? '\0no-styles' : undefined),
  load: (asked) => (asked === '\0no-styles' ? '' : undefined),
}

type BuiltParts = { builtParts: () => Record<string, unknown>; textSections: (site: URL) => Iterable<TextSection> }

/** Views are TSX and import styles, so Node.js can't load them. */
async function importParts(content: Plugin[]): Promise<BuiltParts> {
  const plugins = [noStyles, ...content]
  return (await runnerImport<BuiltParts>(source, { configFile: false, logLevel: 'error', plugins })).module
}

let imported: Promise<BuiltParts> | undefined

/** Once for a build, of the content that it has read. */
export function partsOfBuild(): Promise<BuiltParts> {
  imported ??= importParts([builtContent()])
  return imported
}

/** `virtual:built/agent-panel`: words and views for the islands' code. In the page they would cost every visitor. */
export function builtPartsPlugin(root: URL): Plugin {
  return {
    name: 'built-parts',
    resolveId: (asked) => (asked.startsWith(prefix) ? `\0${asked}` : undefined),
    async load(asked) {
      if (!asked.startsWith(`\0${prefix}`)) return
      const isDev = this.environment.mode === 'dev'
      for (const yaml of isDev ? globSync('content/**/*.yaml', { cwd: root }) : [])
        this.addWatchFile(fileURLToPath(new URL(yaml, root)))
      const { builtParts } = await (isDev ? importParts([]) : partsOfBuild())
      return `export default ${JSON.stringify(builtParts()[asked.slice(prefix.length + 1)])}`
    },
  }
}
