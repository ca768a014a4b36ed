import type { Newsletter } from '../../content/newsletter.ts'
import { confirmSubscription, lookAtConfirmLink } from './confirm.service.ts'
import type { NewsletterDeps } from './newsletter.service.ts'
import { lookAtUnsubscribeLink, unsubscribe } from './unsubscribe.service.ts'

/** `state` is also the name of its words in content/newsletter.yaml. */
export type LinkAnswer = { status: 200 | 404 | 503; state: keyof Newsletter['links'] }

const purposes = {
  confirm: { look: lookAtConfirmLink, act: confirmSubscription },
  unsubscribe: { look: lookAtUnsubscribeLink, act: unsubscribe },
} as const

/**
 * A link of a mail was opened, or the button of its page pressed. The key in the address is all that it takes: no Origin,
 * no cookie and no field is asked for, so that a mail program's one-click post works (RFC 8058). Only a POST changes
 * something. It never redirects, as that RFC wants it.
 * @param onError told of a database that could not be read or written
 */
export async function openMailLink(
  purpose: keyof typeof purposes,
  { method, key, onError }: { method: string; key: string; onError: (error: unknown) => void },
  deps: NewsletterDeps,
): Promise<LinkAnswer> {
  const { look, act } = purposes[purpose]
  try {
    const state = await (method === 'POST' ? act : look)(deps, key)
    return { status: state === 'unknown' ? 404 : 200, state }
  } catch (error) {
    onError(error)
    return { status: 503, state: 'unavailable' }
  }
}
