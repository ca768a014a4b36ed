import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** The parts of a page that come to life, each by the module that wakes it (src/lib/wake-on-touch.ts). */
const islands = {
  'contact-form': 'src/features/contact/wake-contact-form.tsx',
  'newsletter-form': 'src/features/newsletter/wake-newsletter-form.ts',
} as const

/** @returns where the browser finds the code of an island */
export function islandUrl(name: keyof typeof islands): string {
  return import.meta.env.DEV ? `/${islands[name]}` : `/islands/${name}.js`
}

/**
 * Builds every island under a name that the page can know beforehand. Its own file is small and is asked for again
 * after a change; what it shares with others, React above all, has a hash in its name and is kept for good.
 */
export function buildIslands(): AstroIntegration {
  return {
    name: 'islands',
    hooks: {
      'astro:config:setup': ({ updateConfig, config }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'islands',
                applyToEnvironment: ({ name }) => name === 'client',
                buildStart() {
                  if (this.environment.mode !== 'build') return
                  for (const [name, file] of Object.entries(islands)) {
                    const id = fileURLToPath(new URL(file, config.root))
                    this.emitFile({ type: 'chunk', id, fileName: `islands/${name}.js`, preserveSignature: 'strict' })
                  }
                },
              },
            ],
          },
        })
      },
    },
  }
}
