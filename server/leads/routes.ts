import { siteContent } from '../../platform/content/site-content.ts'
import { answerForm } from '../../platform/http/form-route.ts'
import { type Http, showPage } from '../../platform/http/http.ts'
import { isReference } from '../../platform/http/request-id.ts'
import { contactForm } from './contact.form.ts'

export async function contactPage(c: Http): Promise<Response> {
  return await showPage(c, '/contact', {})
}

export async function postContact(c: Http): Promise<Response> {
  const { home, words } = siteContent()
  return await answerForm(c, contactForm(c.var.app.contact, home.contact.problems, words.form), {
    form: '/contact',
    saved: ({ reference }) => `/contact/received?reference=${reference}`,
    onSaved: () => c.var.record(['sent:contact']),
  })
}

/** Where a stored request without JavaScript ends; a reload of it sends nothing again. */
export async function receivedPage(c: Http): Promise<Response> {
  const reference = c.req.query('reference') ?? ''
  // Without one nothing was stored, and the page must not say so.
  if (!isReference(reference)) return c.redirect('/contact', 303)
  return await showPage(c, '/contact/received', { reference })
}
