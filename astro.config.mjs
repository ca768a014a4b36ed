// @ts-check: JavaScript, because Astro would load TypeScript through another Vite server, which takes half a second.
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import { loadEnvironment } from './platform/environment.ts'
import { devServer } from './site/build/dev-server.ts'
import { inlineScripts } from './site/build/inline-scripts.ts'
import { buildIslands } from './site/build/islands.ts'
import { ownServer } from './site/build/own-server.ts'
import { precompress } from './site/build/precompress.ts'
import { runBuildStep } from './site/build/run-build-step.ts'
import { socialPreviews } from './site/build/theme/social-previews.ts'
import { themeSheet, writeTheme, writeThemeIfChanged } from './site/build/theme/write-theme.ts'
import { validateContent } from './site/build/validate-content.ts'
import { writeServerFiles } from './site/build/write-server-files.ts'

const environment = await runBuildStep(loadEnvironment)

/** Settings of the build. Those of the running site are in platform/environment.ts. */
export default defineConfig({
  srcDir: './site',
  fetchFile: '../server/astro-entry',
  site: environment.siteUrl,
  trailingSlash: 'never',
  // Renders pages while others are written.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  output: 'static',
  adapter: ownServer(),
  session: false,
  // Our own pictures need no service, and Astro's would be bundled with the server.
  image: { service: passthroughImageService() },
  integrations: [
    validateContent(),
    inlineScripts(),
    react(),
    buildIslands(),
    writeTheme(),
    devServer(writeThemeIfChanged, themeSheet),
    socialPreviews(),
    precompress(environment.siteUrl),
    writeServerFiles(environment.siteUrl),
  ],
  devToolbar: { enabled: false },
  server: { host: environment.host, port: environment.port },
  // Our own check (Origin is Host or SITE_URL) also works behind a TLS proxy; Astro's doesn't.
  security: { checkOrigin: false },
})
