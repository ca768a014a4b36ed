import { siteContent } from '../../platform/content/site-content.ts'
import { answerForm } from '../../platform/http/form-route.ts'
import { type Http, showPage } from '../../platform/http/http.ts'
import { openEmailLink } from './link-pages.ts'
import { newsletterForm } from './sign-up.ts'

export async function newsletterPage(c: Http): Promise<Response> {
  return await showPage(c, '/newsletter', {})
}

export async function postNewsletter(c: Http): Promise<Response> {
  const { newsletter, words } = siteContent()
  return await answerForm(c, newsletterForm(c.var.app.newsletter, newsletter.problems, words.form), {
    form: '/newsletter',
    saved: ({ reference }) => `/newsletter/subscribed?reference=${reference}`,
    onSaved: () => c.var.record(['sent:newsletter']),
  })
}

/** Where a subscription without JavaScript ends; a reload of it sends nothing again. */
export async function subscribedPage(c: Http): Promise<Response> {
  // Without a reference nothing was stored, and the page must not say so.
  if (!/^NL-[0-9A-Z]{8}$/.test(c.req.query('reference') ?? '')) return c.redirect('/newsletter', 303)
  return await showPage(c, '/newsletter/subscribed', {}, unlisted)
}

const unlisted = { headers: { 'X-Robots-Tag': 'noindex' } }

/** A link of an email: GET shows a button, whose POST comes back here and changes something. */
export function emailLink(purpose: 'confirm' | 'unsubscribe') {
  return async (c: Http): Promise<Response> => {
    const { app, requestId } = c.var
    const onError = (err: unknown) => app.log.error({ requestId, err }, 'a link could not be answered')
    const { method } = c.req
    const { status, state } = await openEmailLink(
      purpose,
      { method, key: c.req.query('key') ?? '', onError },
      app.newsletter,
    )
    if (method === 'POST' && state === 'confirmed') c.var.record(['confirmed'])
    return await showPage(c, `/newsletter/${purpose}`, { emailLink: state }, { status, ...unlisted })
  }
}
