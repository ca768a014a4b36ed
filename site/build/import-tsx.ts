import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
  load: (id) => (id === '\0no-styles' ? '' : undefined),
}

/** Imports a TSX module of this folder with Vite: Node.js can't import TSX and style sheets. */
export async function importTsx<Module>(name: string, contentPlugins: Plugin[]): Promise<Module> {
  const file = fileURLToPath(new URL(name, import.meta.url))
  const plugins = [noStyles, ...contentPlugins]
  const { module } = await runnerImport<Module>(file, { configFile: false, logLevel: 'error', plugins })
  return module
}
