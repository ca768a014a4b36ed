import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { type RolldownPluginOption, rolldown } from 'rolldown'

/** What the server starts is of the same build, whatever was pulled or built meanwhile. */
const programs = [
  { file: 'main.mjs', source: 'src/main.ts' },
  { file: 'nightly-backup.mjs', source: 'src/nightly-backup.ts' },
]

/**
 * Puts the server and the packages that it uses into one file, server/main.mjs, and the nightly backup into
 * another, while the pages are built. Running the sources directly works too, but takes 35 MB more memory: the compiler, and every
 * module of every package.
 */
export function bundleServer(...plugins: RolldownPluginOption[]): AstroIntegration {
  let bundled: Promise<[file: string, code: string][]>
  return {
    name: 'bundle-server',
    hooks: {
      'astro:build:start': () => {
        bundled = Promise.all(programs.map(async ({ file, source }) => [file, await bundle(source, plugins)]))
      },
      'astro:build:done': async ({ dir }) => {
        for (const [file, code] of await bundled) await writeFile(new URL(`../server/${file}`, dir), code)
      },
    },
  }
}

async function bundle(input: string, plugins: RolldownPluginOption[]): Promise<string> {
  // better-sqlite3 holds a native part, which it looks for beside itself.
  const bundle = await rolldown({ input, platform: 'node', external: ['better-sqlite3'], plugins })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return output[0].code
}
