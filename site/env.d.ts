/// <reference path="../.astro/types.d.ts" />

declare namespace App {
  /** Data of the server's routes for the pages they render. `form` after a refused post. */
  interface Locals {
    form?: import('../platform/http/form.ts').FormAnswer
    /** Reference of a stored lead. */
    reference?: string
    call: Awaited<ReturnType<typeof import('../server/calls/call-page.ts').readCallPage>>
    callLink: { answer: import('../server/calls/routes.ts').CallLinkAnswer; linkKey: string }
    emailLink: keyof import('../platform/content/site-words.ts').Newsletter['links']
    search: ReturnType<import('../platform/text/text-index.ts').TextIndex['search']> & {
      query: string
      terms: string[] | undefined
    }
    /** The page that was most likely meant. */
    nearest: { path: string; title: string } | undefined
  }
}

declare module 'markdown-it-footnote' {
  const plugin: (markdown: import('markdown-it').MarkdownIt) => void
  export default plugin
}

/** Made by the build: site/build/built-parts.ts. */
declare module 'virtual:built/chat-panel' {
  const html: string
  export default html
}
declare module 'virtual:built/chat-words' {
  const words: import('./islands/chat/chat.state.ts').ChatPanelWords
  export default words
}
declare module 'virtual:built/consultation-words' {
  const words: Parameters<typeof import('./islands/consultation/ConsultationPanel.tsx').ConsultationPanel>[0]['words']
  export default words
}
declare module 'virtual:built/form-words' {
  const words: { texts: import('../platform/fields.ts').FormTexts } & Record<
    'contact' | 'newsletter' | 'call',
    import('./islands/form.island.ts').FormWords
  >
  export default words
}
