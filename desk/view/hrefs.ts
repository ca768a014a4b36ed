/** The state of a link that puts the cursor into the lead’s reply. */
export const replying = { isReplying: true }

/** The addresses of the desk’s views. */
export const hrefs = {
  lead: (reference: string) => `/inbox/${reference}`,
  call: (id: string, day: string) => `/calendar?week=${day}&call=${id}`,
  person: (email: string) => `/people/${encodeURIComponent(email).replaceAll('%40', '@')}`,
  issue: (slug: string) => `/issues/${slug}`,
  email: (id: string) => `/outbox/${id}`,
}
