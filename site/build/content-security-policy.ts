import { createHash } from 'node:crypto'
import type { AstroIntegration } from 'astro'
import { zoneScript } from '../../platform/text/zones.ts'
import { speculationRules } from '../layouts/speculation-rules.ts'

/** Hashes every inline style and script of a built page into its policy; pages of `npm run dev` have none. */
export function contentSecurityPolicy(): AstroIntegration {
  return {
    name: 'content-security-policy',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') {
          // Written by hand into the page, so the build does not know them.
          const hashes = [speculationRules, zoneScript].map(
            (script) => `sha256-${createHash('sha256').update(script).digest('base64')}` as const,
          )
          updateConfig({
            security: { csp: { algorithm: 'SHA-256', directives: [...directives], scriptDirective: { hashes } } },
          })
        }
      },
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
