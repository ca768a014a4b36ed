import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { contentSecurityPolicy } from './src/build/content-security-policy.ts'
import { buildIslands } from './src/build/islands.ts'
import { subsetFonts } from './src/build/subset-fonts.ts'
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
  integrations: [contentSecurityPolicy(), react(), buildIslands(), subsetFonts(), watchContent(), writeAnswers()],
  devToolbar: { enabled: false },
  server: { port: Number(process.env['PORT'] ?? 4321) },
  // The contract's own check (Origin equals Host, or SITE_URL) also works behind a TLS proxy; Astro's does not.
  security: { checkOrigin: false },
})
