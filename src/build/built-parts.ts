import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const source = 'src/pages/_home/built-parts.tsx'
const prefix = 'virtual:built/'

const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (asked) => (asked.endsWith('.css') ? '\0no-styles' : undefined),
  load: (asked) => (asked === '\0no-styles' ? '' : undefined),
}

/** A module that renders views: they are TSX, and import their styles, which Node can't. */
export async function importViews<T>(file: string): Promise<T> {
  const { module } = await runnerImport<T>(file, { configFile: false, logLevel: 'error', plugins: [noStyles] })
  return module
}

/** `virtual:built/agent-panel`: words and views for the islands' code. In the page they would cost every visitor. */
export function builtPartsPlugin(root: URL): Plugin {
  const file = fileURLToPath(new URL(source, root))
  const read = async () => (await importViews<{ builtParts: () => Record<string, unknown> }>(file)).builtParts()
  let kept: ReturnType<typeof read> | undefined
  return {
    name: 'built-parts',
    buildStart: () => {
      kept = undefined
    },
    resolveId: (asked) => (asked.startsWith(prefix) ? `\0${asked}` : undefined),
    async load(asked) {
      if (!asked.startsWith(`\0${prefix}`)) return
      if (this.environment.mode === 'dev') {
        kept = undefined
        for (const yaml of globSync('content/**/*.yaml', { cwd: root }))
          this.addWatchFile(fileURLToPath(new URL(yaml, root)))
      }
      kept ??= read()
      return `export default ${JSON.stringify((await kept)[asked.slice(prefix.length + 1)])}`
    },
  }
}
