import type { SubscriberRow } from '../../migrations/tables.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import type { Newsletter } from '../../platform/content/site-copy.ts'
import { deleteUnsentEmails } from '../../platform/email/outbox/store.ts'
import { formErrors, formSaved, readForm } from '../../platform/http/form.ts'
import { type Http, showPage } from '../../platform/http/request-context.ts'
import { forgetMailboxUses } from '../../platform/limits/email-limits.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import type { Context } from '../context.ts'
import { newsletterFields } from './fields.ts'
import { type ConfirmLink, readConfirmKey, readUnsubscribeKey } from './links.ts'
import { requestEmail, subscribe } from './sign-up.ts'
import { endSubscriber, findSubscriber, lockSubscriber, setConfirmed } from './store.ts'

export async function postNewsletter(c: Http): Promise<Response> {
  const { words, newsletter } = siteContent()
  const form = await readForm(c, {
    fields: newsletterFields,
    messages: words.form,
    limit: c.var.app.limits.newsletterPosts,
    maxBytes: bodyLimits.newsletter,
    problems: newsletter.problems,
    page: '/newsletter',
  })
  if (form.errors) return await formErrors(c, form)
  const { values, requestId, context, answerAs } = form
  const { reference } = await subscribe(c.var.app, { ...values, requestId }, context)
  c.var.record(['sent:newsletter'])
  return formSaved(c, answerAs, { reference }, `/newsletter/subscribed?reference=${reference}`)
}

/** The page shown after a sign-up without JavaScript. Reloading it doesn't submit the form again. */
export async function subscribedPage(c: Http): Promise<Response> {
  // Only a stored sign-up has a reference.
  if (!/^NL-[0-9A-Z]{8}$/.test(c.req.query('reference') ?? '')) return c.redirect('/newsletter', 303)
  return await showPage(c, '/newsletter/subscribed', {}, unlisted)
}

const errorStatuses = new Map<keyof Newsletter['links'], 404 | 503>([
  ['unknown', 404],
  ['unavailable', 503],
])

const unlisted = { headers: { 'X-Robots-Tag': 'noindex' } }

const links = {
  confirm: { get: previewConfirmation, post: confirmSubscription },
  unsubscribe: { get: previewUnsubscribing, post: unsubscribe },
} as const

/**
 * Handles a link in an email. GET shows a button, and POST makes the change. POST only needs the key, not a cookie or
 * Origin, and doesn't redirect, so one-click unsubscribing in email apps works (RFC 8058).
 */
export function emailLink(purpose: keyof typeof links) {
  return async (c: Http): Promise<Response> => {
    const { app, requestId } = c.var
    const isPost = c.req.method === 'POST'
    const act = isPost ? links[purpose].post : links[purpose].get
    const state: keyof Newsletter['links'] = await act(app, c.req.query('key') ?? '').catch((err: unknown) => {
      app.log.error({ requestId, err }, 'could not handle an email link')
      return 'unavailable' as const
    })
    if (isPost && state === 'confirmed') c.var.record(['confirmed'])
    const status = errorStatuses.get(state) ?? 200
    return await showPage(c, `/newsletter/${purpose}`, { emailLink: state }, { status, ...unlisted })
  }
}

/** `unknown`: invalid, or the subscription has ended. `late`: expired or outdated, so they get a new link. */
type ConfirmState = 'confirm' | 'late' | 'confirmed' | 'unknown'

async function previewConfirmation(context: Context, key: string): Promise<ConfirmState> {
  const link = readConfirmKey(context.linkKey, key)
  if (link === undefined) return 'unknown'
  return confirmState(await findSubscriber(context.database.db, link), link, context.now())
}

/** `resent`, `waiting`: the link had expired, so a new link was sent, or will be. @throws StorageError */
export async function confirmSubscription(context: Context, key: string) {
  const link = readConfirmKey(context.linkKey, key)
  if (link === undefined) return 'unknown'
  const { database, salt } = context
  const now = context.now()
  const outcome = await database.write(async (tx) => {
    const subscriber = await lockSubscriber(tx, link)
    if (subscriber === undefined) return 'unknown'
    const state = confirmState(subscriber, link, now)
    if (state === 'late') {
      const request = { network: subscriber.consent_network, isCredible: true }
      return (await requestEmail(tx, context, subscriber, request)) ? 'resent' : 'waiting'
    }
    if (state !== 'confirm') return state
    await setConfirmed(tx, subscriber, { salt, now })
    // Delete the email first, as the sender does when it counts it, to avoid a deadlock on PostgreSQL.
    await deleteUnsentEmails(tx, subscriber.id)
    await forgetMailboxUses(tx, subscriber.email, salt)
    return 'confirmed'
  })
  if (outcome === 'resent') context.notifyOutbox()
  return outcome
}

function confirmState(subscriber: SubscriberRow | undefined, link: ConfirmLink, now: number): ConfirmState {
  if (subscriber?.state === 'confirmed') return 'confirmed'
  if (subscriber?.state !== 'pending') return 'unknown'
  return now < link.endsAt && link.leftAt === (subscriber.unsubscribed_at ?? 0) ? 'confirm' : 'late'
}

async function previewUnsubscribing(context: Context, key: string) {
  const id = readUnsubscribeKey(context.linkKey, key)
  if (id === undefined) return 'unknown'
  const subscriber = await findSubscriber(context.database.db, { id })
  if (subscriber === undefined) return 'ended'
  return subscriber.state === 'unsubscribed' ? 'left' : 'unsubscribe'
}

/** `ended`: the subscription has been deleted. @throws StorageError */
export async function unsubscribe(context: Context, key: string): Promise<'left' | 'ended' | 'unknown'> {
  const id = readUnsubscribeKey(context.linkKey, key)
  if (id === undefined) return 'unknown'
  const { database, salt, now } = context
  return await database.write(async (tx) => {
    await endSubscriber(tx, id, 'unsubscribed', { salt, now: now() })
    return (await findSubscriber(tx, { id })) === undefined ? 'ended' : 'left'
  })
}
