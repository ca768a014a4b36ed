import type { AstroIntegration } from 'astro'

/** Whatever imports this gets the content that it would read. */
const module = /\/src\/content\/site-content\.ts$/

/**
 * The content as it was when the site was built, in place of what reads and checks it: a server that starts need do neither.
 * For Vite and for rolldown, whose plugins are alike.
 */
export function builtContentPlugin(read: () => object) {
  return {
    name: 'built-content',
    load: (id: string) => (module.test(id) ? sourceOf(read()) : undefined),
  }
}

/** The same for the pages, while the site is built. */
export function builtContent(read: () => object): AstroIntegration {
  return {
    name: 'built-content',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') updateConfig({ vite: { plugins: [builtContentPlugin(read)] } })
      },
    },
  }
}

/** As a text of JSON, which is read twice as fast as a literal; without the answers, which have a file of their own. */
function sourceOf(content: object): string {
  const json = JSON.stringify(content, (key, value: unknown) => (key === 'answers' ? undefined : value))
  return `const content = JSON.parse(${JSON.stringify(json)})\nexport const siteContent = () => content\n`
}
