import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { type RolldownPluginOption, rolldown } from 'rolldown'

const input = {
  main: 'server/main.ts',
  'nightly-backup': 'server/backup/nightly-backup.ts',
  'read-calendar': 'server/calls/busy/calendar.worker.ts',
}
const names = { entryFileNames: '[name].mjs', chunkFileNames: 'shared-[hash].mjs' }

/** Bundles the server and the programs that it starts while the pages are built; run from their sources they take 35 MB more. */
export function bundleServer(content: () => object): AstroIntegration {
  const plugins = [builtContent(content)]
  let bundled: ReturnType<typeof bundle>
  return {
    name: 'bundle-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') updateConfig({ vite: { plugins } })
      },
      'astro:build:start': () => {
        bundled = bundle(plugins)
      },
      'astro:build:done': async ({ dir }) => {
        for (const { fileName, code } of await bundled) await writeFile(new URL(`../server/${fileName}`, dir), code)
      },
    },
  }
}

async function bundle(plugins: RolldownPluginOption[]): Promise<{ fileName: string; code: string }[]> {
  // better-sqlite3 holds a native part, which it looks for beside itself.
  const bundle = await rolldown({ input, platform: 'node', external: ['better-sqlite3'], plugins })
  const { output } = await bundle.generate({ format: 'esm', ...names })
  await bundle.close()
  return output.filter((file) => file.type === 'chunk')
}

const siteContent = /[/\\]platform[/\\]content[/\\]site-content\.ts$/

/** For Vite and rolldown: the content as it was at the build, in place of the module that reads and checks it. */
export function builtContent(content: () => object) {
  return { name: 'built-content', load: (id: string) => (siteContent.test(id) ? sourceOf(content()) : undefined) }
}

/** As a text of JSON, which is read twice as fast as a literal; without the answers, which have a file of their own. */
function sourceOf(content: object): string {
  const json = JSON.stringify(content, (key, value: unknown) => (key === 'answers' ? undefined : value))
  return `const content = JSON.parse(${JSON.stringify(json)})\nexport const siteContent = () => content\n`
}
