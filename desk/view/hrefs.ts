/** A link’s history state, which names something to open in its view, such as a dialog or the reply box. */
export type Opening = { opens: 'reply' | 'block' | 'book' | 'import' }

export const replying: Opening = { opens: 'reply' }

/** The desk’s URLs. */
export const hrefs = {
  lead: (reference: string) => `/inbox/${reference}`,
  call: (id: string, day: string) => `/calendar?week=${day}&call=${id}`,
  person: (email: string) => `/people/${encodeURIComponent(email).replaceAll('%40', '@')}`,
  issue: (slug: string) => `/issues/${slug}`,
  email: (id: string) => `/outbox/${id}`,
}
