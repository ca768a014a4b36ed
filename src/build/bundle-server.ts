import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { type RolldownPluginOption, rolldown } from 'rolldown'

/** What the server starts is of the same build, whatever was pulled or built meanwhile. */
const input = { main: 'src/main.ts', 'nightly-backup': 'src/nightly-backup.ts' }
const names = { entryFileNames: '[name].mjs', chunkFileNames: 'shared-[hash].mjs' }

/**
 * Puts the server, the nightly backup and the packages that they use into server/main.mjs, server/nightly-backup.mjs and
 * what both share, while the pages are built. Running the sources directly works too, but takes 35 MB more memory: the
 * compiler, and every module of every package.
 * @param content built into all of them, and into the pages
 */
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

/** Whatever imports this gets the content that it would read. */
const siteContent = /\/src\/content\/site-content\.ts$/

/**
 * The content as it was when the site was built, in place of what reads and checks it: a server that starts need do neither.
 * For Vite and for rolldown, whose plugins are alike.
 */
export function builtContent(content: () => object) {
  return {
    name: 'built-content',
    load: (id: string) => (siteContent.test(id) ? sourceOf(content()) : undefined),
  }
}

/** As a text of JSON, which is read twice as fast as a literal; without the answers, which have a file of their own. */
function sourceOf(content: object): string {
  const json = JSON.stringify(content, (key, value: unknown) => (key === 'answers' ? undefined : value))
  return `const content = JSON.parse(${JSON.stringify(json)})\nexport const siteContent = () => content\n`
}
