// @ts-check: JavaScript, since Astro loads TypeScript by way of a Vite server of its own, which takes half a second.
import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { bundleServer } from './src/build/bundle-server.ts'
import { checkContent } from './src/build/check-content.ts'
import { contentSecurityPolicy } from './src/build/content-security-policy.ts'
import { devServer } from './src/build/dev-server.ts'
import { buildIslands } from './src/build/islands.ts'
import { pageScript } from './src/build/page-script.ts'
import { stopForMistake } from './src/build/stop-for-mistake.ts'
import { sharePictures } from './src/build/theme/share-picture.ts'
import { themeSheet, writeTheme, writeThemeIfChanged } from './src/build/theme/write-theme.ts'
import { writeAnswers } from './src/build/write-answers.ts'
import { writeServerFiles } from './src/build/write-server-files.ts'
import { siteContent } from './src/content/site-content.ts'
import { trainedFile } from './src/features/agent/book/trained-answers.ts'
import { shareDrawings } from './src/pages/_site/share-drawings.ts'
import { routes, seenPath } from './src/routes.ts'
import { loadEnvironment } from './src/server/environment.ts'

const environment = await stopForMistake(loadEnvironment)

/** Settings of the build. What is read at run time stands in src/server/environment.ts. */
export default defineConfig({
  site: environment.siteUrl,
  trailingSlash: 'never',
  // While one page is written, others are rendered.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  output: 'static',
  adapter: node({ mode: 'middleware', staticHeaders: true }),
  session: false,
  integrations: [
    checkContent(),
    contentSecurityPolicy(),
    pageScript(),
    react(),
    buildIslands(),
    writeTheme(),
    devServer(writeThemeIfChanged, themeSheet),
    sharePictures(shareDrawings),
    writeAnswers(Object.keys(routes), [seenPath]),
    writeServerFiles({
      site: environment.siteUrl,
      trained: { file: trainedFile, script: new URL('./src/pages/_site/train-agent.worker.ts', import.meta.url) },
    }),
    bundleServer(siteContent),
  ],
  devToolbar: { enabled: false },
  server: { host: environment.host, port: environment.port },
  // The contract's own check (Origin equals Host, or SITE_URL) also works behind a TLS proxy; Astro's does not.
  security: { checkOrigin: false },
})
