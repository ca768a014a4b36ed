import { resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import { contentPath } from '../content/read-content.ts'
import { isInside } from '../server/environment.ts'

/** In `npm run dev`, a change below content/ reloads the page; Astro's own event has all pages read it anew. */
export function watchContent(): AstroIntegration {
  return {
    name: 'watch-content',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const folder = resolve(server.config.root, contentPath())
        server.watcher.add(folder)
        server.watcher.on('all', (_, file) => {
          if (!isInside(resolve(server.config.root, file), folder)) return
          const { client, ...rendering } = server.environments
          for (const environment of Object.values(rendering)) environment.hot.send('astro:content-changed', {})
          client.hot.send({ type: 'full-reload', path: '*' })
        })
      },
    },
  }
}
