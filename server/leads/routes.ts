import { siteContent } from '../../platform/content/site-content.ts'
import { formErrors, formSaved, readForm } from '../../platform/http/form.ts'
import { type Http, showPage } from '../../platform/http/request-context.ts'
import { isReference } from '../../platform/ids.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { submitContact } from './accept-lead.ts'
import { contactFields } from './fields.ts'

/** Shows the contact form. `?details` unfolds the optional fields. */
export async function contactPage(c: Http): Promise<Response> {
  const isUnfolded = c.req.query('details') !== undefined
  return await showPage(c, '/contact', { isUnfolded, ...(await contactData(c)) })
}

/** Reads the next free times for a call. If that fails, the form still works, just without them. */
export async function contactData(c: Http): Promise<Pick<App.Locals, 'nextTimes'>> {
  try {
    return { nextTimes: await c.var.app.readNextTimes?.() }
  } catch (error) {
    c.var.log.error({ requestId: c.var.requestId, err: error }, 'couldn’t read the free times')
    return {}
  }
}

export async function postContact(c: Http): Promise<Response> {
  const { words, home } = siteContent()
  const { app } = c.var
  const form = await readForm(c, {
    fields: contactFields,
    messages: words.form,
    limit: app.limits.contactPosts,
    maxBytes: bodyLimits.contact,
    problems: home.contact.problems,
    page: '/contact',
    data: () => contactData(c),
  })
  if (form.errors) return await formErrors(c, form)
  const { values, requestId, context, answerAs } = form
  const { reference } = await submitContact(app, { ...values, requestId }, context)
  c.var.record(['sent:contact'])
  return formSaved(c, answerAs, { reference }, `/contact/received?reference=${reference}`)
}

/** Shows a confirmation after a form was sent without JavaScript. Reloading it doesn't submit the form again. */
export async function receivedPage(c: Http): Promise<Response> {
  const reference = c.req.query('reference') ?? ''
  // Only a stored lead has a reference.
  if (!isReference(reference)) return c.redirect('/contact', 303)
  return await showPage(c, '/contact/received', { reference })
}
