import type { AstroIntegration } from 'astro'

/** In `npm run dev`, an edit below content/ reloads the page, as an edit of code does. */
export function watchContent(): AstroIntegration {
  return {
    name: 'watch-content',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.watcher.add('content')
        server.watcher.on('change', (file) => {
          if (file.includes('/content/')) server.ws.send({ type: 'full-reload' })
        })
      },
    },
  }
}
