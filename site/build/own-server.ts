import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'
import { siteContent } from '../../platform/content/site-content.ts'
import { speculationRules } from '../layouts/speculation-rules.ts'

/** Code that runs in a separate process or thread, by file name in the build. */
const separatePrograms = {
  'nightly-backup.mjs': '../../server/backup/nightly-backup.ts',
  'read-calendar.mjs': '../../server/calls/busy/calendar.worker.ts',
  'read-details.mjs': '../../server/chat/details/details.worker.ts',
}
/** Replaces React's development build, which is as large as the site's own code. */
const define = { 'process.env.NODE_ENV': '"production"' }
/** The module whose functions read content/. */
const contentModule = /[/\\]platform[/\\]content[/\\]site-content\.ts$/

/** An Astro adapter for our own server: bundles server/main.ts with the pages and the current content. */
export function ownServer(): AstroIntegration {
  return {
    name: 'own-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'build') return
        updateConfig({
          build: { serverEntry: 'main.mjs' },
          security: { csp: { algorithm: 'SHA-256', directives: [...directives], scriptDirective: { hashes } } },
          vite: {
            plugins: [builtContent(), builtPrograms()],
            // better-sqlite3 loads a native addon from its own folder.
            environments: { ssr: { define, resolve: { noExternal: true, external: ['better-sqlite3'] } } },
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

const directives = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
] as const

/** Content security policy hashes of inline scripts that Astro doesn't hash. */
const hashes = [`sha256-${createHash('sha256').update(speculationRules).digest('base64')}` as const]

/** Replaces the module that reads and checks content/ with the content itself. */
export function builtContent() {
  return { name: 'built-content', load: (id: string) => (contentModule.test(id) ? sourceOf(siteContent()) : undefined) }
}

/**
 * @returns the source of a module with the content, as JSON, which parses twice as fast as an object literal. Leaves out the chat's
 * answers: they're in the trained model's file (site/build/write-server-files.ts)
 */
function sourceOf({ chat: { answers: _, ...chat }, ...content }: ReturnType<typeof siteContent>): string {
  const json = JSON.stringify({ ...content, chat })
  return [
    `const content = JSON.parse(${JSON.stringify(json)})`,
    'export const siteContent = () => content',
    'export const readSiteContent = siteContent',
    `export const studioZone = () => content.calls?.zone ?? 'UTC'`,
  ].join('\n')
}

function builtPrograms(): Plugin {
  return {
    name: 'built-programs',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      for (const [fileName, source] of Object.entries(separatePrograms)) {
        const id = fileURLToPath(new URL(source, import.meta.url))
        this.emitFile({ type: 'chunk', id, fileName, preserveSignature: false })
      }
    },
  }
}
