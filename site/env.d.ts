/// <reference path="../.astro/types.d.ts" />

declare namespace App {
  /** What a page or an API route that is rendered on demand is handed. */
  interface Locals {
    app: import('../server/app.ts').App
    /** What the site says, to search in. */
    texts: import('../platform/text/text-index.ts').TextIndex
    requestId: string
    /** The path that was asked for, whichever page answers. */
    path: string
    /** The sender's address, behind as many proxies as are trusted. */
    sender: string
    /** What a form that was posted without JavaScript is answered with; set by the API route for the page. */
    formAnswer?: import('../platform/http/form-route.ts').FormAnswer
  }
}

declare module 'markdown-it-footnote' {
  const plugin: (markdown: import('markdown-it').MarkdownIt) => void
  export default plugin
}

/** Made by the build: site/build/built-parts.ts. */
declare module 'virtual:built/agent-panel' {
  const html: string
  export default html
}
declare module 'virtual:built/agent-words' {
  const words: import('./islands/chat/chat.state.ts').TalkWords
  export default words
}
declare module 'virtual:built/booking-words' {
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
