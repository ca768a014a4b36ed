import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'

/**
 * Puts the server and the packages that it uses into one file, server/main.mjs, while the pages are built. Running the
 * sources directly works too, but takes 35 MB more memory: the compiler, and every module of every package.
 */
export function bundleServer(): AstroIntegration {
  let bundled: Promise<string>
  return {
    name: 'bundle-server',
    hooks: {
      'astro:build:start': () => {
        bundled = bundle()
      },
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL('../server/main.mjs', dir), await bundled)
      },
    },
  }
}

async function bundle(): Promise<string> {
  // better-sqlite3 holds a native part, which it looks for beside itself.
  const bundle = await rolldown({ input: 'src/main.ts', platform: 'node', external: ['better-sqlite3'] })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  await bundle.close()
  return output[0].code
}
