import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { rolldown } from 'rolldown'

/**
 * After the build: puts the server and the packages that it uses into one file, server/main.mjs. Running the
 * sources directly works too, but takes 35 MB more memory: the compiler, and every module of every package.
 */
export function bundleServer(): AstroIntegration {
  return {
    name: 'bundle-server',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const bundle = await rolldown({
          input: 'src/main.ts',
          platform: 'node',
          // Holds a native part, which it looks for beside itself.
          external: ['better-sqlite3'],
        })
        const file = fileURLToPath(new URL('../server/main.mjs', dir))
        await bundle.write({ file, format: 'esm', codeSplitting: false })
        await bundle.close()
      },
    },
  }
}
