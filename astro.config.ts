import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { subsetFonts } from './src/build/subset-fonts.ts'
import { touchDirective } from './src/build/touch-directive.ts'
import { watchContent } from './src/build/watch-content.ts'
import { writeAnswers } from './src/build/write-answers.ts'

/** Settings of the build. What is read at run time stands in src/server/environment.ts. */
export default defineConfig({
  site: process.env['SITE_URL'] ?? 'http://localhost:4321',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  output: 'static',
  adapter: node({ mode: 'middleware', staticHeaders: true }),
  session: false,
  integrations: [react(), touchDirective(), subsetFonts(), watchContent(), writeAnswers()],
  devToolbar: { enabled: false },
  server: { port: Number(process.env['PORT'] ?? 4321) },
  security: {
    // The contract's own check (Origin equals Host, or SITE_URL) also works behind a TLS proxy; Astro's does not.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'none'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ],
    },
  },
})
