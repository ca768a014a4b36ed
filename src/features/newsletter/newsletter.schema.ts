import { cleanText, complainOfAddress, textMessages } from '../../lib/text/form-text.ts'

export type NewsletterErrors = { message: string; fields: { email?: string } }

/** `email` is what to store, or to show again. */
export type NewsletterCheck = { ok: true; email: string } | { ok: false; email: string; errors: NewsletterErrors }

/** The one check of the newsletter form, in the browser and on the server. */
export function checkNewsletter(input: { readonly email?: unknown }): NewsletterCheck {
  const email = cleanText(input.email)
  const wrong = complainOfAddress(input.email, email)
  if (wrong === undefined) return { ok: true, email }
  const message = wrong === textMessages.empty ? textMessages.incomplete : wrong
  return { ok: false, email, errors: { message, fields: { email: wrong } } }
}
