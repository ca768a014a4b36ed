/** What a link opens in its view: a dialog, or the reply below a lead. It’s the link’s history state. */
export type Opening = { opens: 'reply' | 'block' | 'book' | 'import' }

export const replying: Opening = { opens: 'reply' }

/** URLs on the desk. */
export const hrefs = {
  lead: (reference: string) => `/inbox/${reference}`,
  call: (id: string, day: string) => `/calendar?week=${day}&call=${id}`,
  person: (email: string) => `/people/${encodeURIComponent(email).replaceAll('%40', '@')}`,
  issue: (slug: string) => `/issues/${slug}`,
  email: (id: string) => `/outbox/${id}`,
}
