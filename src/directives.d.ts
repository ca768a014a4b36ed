import 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads the island at the first touch; names a key of the session storage that asks for it at once. */
    'client:touch'?: string
  }
}
