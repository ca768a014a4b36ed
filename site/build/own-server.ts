import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

/** Programs of their own that the server starts, by the name of what the build makes of them. */
const programs = {
  'nightly-backup.mjs': '../../server/backup/nightly-backup.ts',
  'read-calendar.mjs': '../../server/calls/busy/calendar.worker.ts',
}
const siteContent = /[/\\]platform[/\\]content[/\\]site-content\.ts$/

/** The built server is our own server/main.ts: one bundle with the pages, and the content as it was at the build. */
export function ownServer(content: () => object): AstroIntegration {
  return {
    name: 'own-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'build') return
        updateConfig({
          build: { serverEntry: 'main.mjs' },
          vite: {
            plugins: [builtContent(content), builtPrograms()],
            // better-sqlite3 holds a native part, which it looks for beside itself.
            environments: { ssr: { resolve: { noExternal: true, external: ['better-sqlite3'] } } },
          },
        })
      },
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          name: 'own-server',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('../../server/main.ts', import.meta.url),
          supportedAstroFeatures: { serverOutput: 'stable', hybridOutput: 'stable', sharpImageService: 'stable' },
          adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic', staticHeaders: true },
        }),
    },
  }
}

/** In place of the module that reads and checks it. */
export function builtContent(content: () => object) {
  return { name: 'built-content', load: (id: string) => (siteContent.test(id) ? sourceOf(content()) : undefined) }
}

/** As a text of JSON, which is read twice as fast as a literal; without the answers, which have a file of their own. */
function sourceOf(content: object): string {
  const json = JSON.stringify(content, (key, value: unknown) => (key === 'answers' ? undefined : value))
  return `const content = JSON.parse(${JSON.stringify(json)})\nexport const siteContent = () => content\n`
}

function builtPrograms(): Plugin {
  return {
    name: 'built-programs',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      for (const [fileName, source] of Object.entries(programs)) {
        const id = fileURLToPath(new URL(source, import.meta.url))
        this.emitFile({ type: 'chunk', id, fileName, preserveSignature: false })
      }
    },
  }
}
