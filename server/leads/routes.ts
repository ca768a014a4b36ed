import { siteContent } from '../../platform/content/site-content.ts'
import { formErrors, formSaved, readForm } from '../../platform/http/form.ts'
import { type Http, showPage } from '../../platform/http/http.ts'
import { isReference } from '../../platform/http/keys.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { submitContact } from './accept-lead.ts'
import { contactFields } from './fields.ts'

/** The form, or a refused post without JavaScript. `?details` unfolds the optional fields. */
export async function contactPage(c: Http): Promise<Response> {
  return await showPage(c, '/contact', { isUnfolded: c.req.query('details') !== undefined })
}

export async function postContact(c: Http): Promise<Response> {
  const { problems } = siteContent().home.contact
  const { contact, limits } = c.var.app
  const page = { limit: limits.contactPosts, maxBytes: bodyLimits.contact, problems, page: '/contact' }
  const form = await readForm(c, { fields: contactFields, ...page })
  if (form.errors) return await formErrors(c, form)
  const { values, requestId, context, answerAs } = form
  const { reference } = await submitContact(contact, { ...values, requestId }, context)
  c.var.record(['sent:contact'])
  return formSaved(c, answerAs, { reference }, `/contact/received?reference=${reference}`)
}

/** The page after a form post without JavaScript. Reloading it doesn't post again. */
export async function receivedPage(c: Http): Promise<Response> {
  const reference = c.req.query('reference') ?? ''
  // Without a reference, nothing was stored.
  if (!isReference(reference)) return c.redirect('/contact', 303)
  return await showPage(c, '/contact/received', { reference })
}
