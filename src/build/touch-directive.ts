import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** `client:touch` on an island: its code is loaded when somebody reaches for it, not before. */
export function touchDirective(): AstroIntegration {
  return {
    name: 'touch-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'touch', entrypoint: fileURLToPath(new URL('./touch-client.ts', import.meta.url)) })
      },
    },
  }
}
