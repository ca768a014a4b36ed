import { z } from 'zod'
import type { Db, IssueRow } from '../../../migrations/tables.ts'
import { change, confirmed, emailAddress, flag, Refusal, Unconfirmed } from '../../../platform/actions.ts'
import { emailKey } from '../../../platform/email/address.ts'
import { hasEmailInTransit, inBatch, inBatchWithState } from '../../../platform/email/outbox/batches.ts'
import { countEmails } from '../../../platform/email/outbox/list.ts'
import { readPause } from '../../../platform/email/outbox/pause.ts'
import { requeue } from '../../../platform/email/outbox/retry.ts'
import { dropUnsent } from '../../../platform/email/outbox/store.ts'
import { counted } from '../../../platform/text/amounts.ts'
import type { Context } from '../../context.ts'
import { requireIssue, sendingState } from './issue.ts'
import { slug } from './read-actions.ts'
import { issueStateLabels } from './status.ts'
import { deleteIssue, findRetryable, lockIssue, type Retry, retryable, retryableStates, updateIssue } from './store.ts'

export const issueChanges = {
  'issue.pause': change({
    summary: 'Pause an issue that is going out',
    confirm: null,
    input: z.object({ slug }),
    run: async (context: Context, { slug }) =>
      await onOpenIssue(context, slug, async (tx, { state: before }) => {
        if (before === 'sending') await updateIssue(tx, slug, { state: 'paused', paused_because: 'you paused it' })
        return { before }
      }),
    message: ({ before }, { slug }) => ({
      text:
        before === 'paused'
          ? `${slug} is already paused.`
          : `${slug} is paused. An email that’s already being sent will still go out.`,
      fix: { label: 'To resume', command: `issue resume ${slug}` },
    }),
  }),

  'issue.resume': change({
    summary: 'Resume a paused issue where it stopped',
    confirm: 'The remaining subscribers get it.',
    input: z.object({ slug }),
    run: async (context: Context, { slug }) => {
      const resumed = await onOpenIssue(context, slug, async (tx, { state: before, paused_because: because }) => {
        const hasStarted = (await countEmails(tx, inBatch(slug))).all > 0
        const state = hasStarted ? 'sending' : 'scheduled'
        if (before === 'paused') await updateIssue(tx, slug, { ...sendingState(context), state })
        return { before, because, hasStarted }
      })
      return { ...resumed, outbox: (await readPause(context.database.db))?.because }
    },
    message: ({ before, because, hasStarted, outbox }, { slug }) => [
      before === 'sending' && `${slug} is already going out.`,
      before === 'paused' && (hasStarted ? `${slug} continues where it stopped.` : `${slug} goes out now.`),
      because !== null && `It was paused because ${because}.`,
      outbox !== undefined && {
        text: `But the outbox is paused: ${outbox}.`,
        fix: { label: 'First', command: 'outbox resume' },
      },
    ],
  }),

  'issue.cancel': change({
    summary: 'Cancel an issue for everyone who hasn’t received it',
    confirm: 'Subscribers who haven’t received it yet won’t get it.',
    input: z.object({ slug }),
    // Delete an issue that was never sent to anyone, so the owner can send the article later.
    run: async (context: Context, { slug }) =>
      await onOpenIssue(context, slug, async (tx) => {
        const dropped = await dropUnsent(tx, inBatchWithState(slug, 'queued'))
        const isErased = (await countEmails(tx, inBatch(slug))).all === 0
        const finished_at = (await hasEmailInTransit(tx, slug)) ? null : context.now()
        if (isErased) await deleteIssue(tx, slug)
        else await updateIssue(tx, slug, { state: 'cancelled', paused_because: null, finished_at })
        return { dropped, isErased }
      }),
    message: ({ dropped, isErased }, { slug }) =>
      isErased
        ? `${slug} was canceled before anyone got it. You can still send the article later.`
        : `${slug} is canceled: ${counted(dropped, 'subscriber')} won’t get it.`,
  }),

  'issue.retry': change({
    summary: 'Resend emails that failed or might not have arrived',
    confirm: 'The emails go out again. Emails marked unknown might arrive twice.',
    input: z.object({
      slug,
      addresses: z.array(emailAddress).default([]).meta({ argument: true, description: 'only to these addresses' }),
      failed: flag('all failed emails to people still on the list'),
      unknown: flag('all emails that might have arrived (some people might get it twice)'),
      confirm: confirmed.meta({ description: 'how many emails would be resent' }),
    }),
    run: async (context: Context, { slug, addresses, confirm, ...selection }) => {
      const states = retryableStates.filter((state) => selection[state])
      if (states.length === 0 && addresses.length === 0)
        throw new Refusal('Choose what to resend: --failed, --unknown, or email addresses.')
      return await onIssue(context, slug, async (tx, { state }) => {
        if (state === 'cancelled') throw new Refusal(`${slug} is canceled, so you can’t resend it.`)
        const retry: Retry = { states: states.length > 0 ? states : retryableStates }
        if (addresses.length > 0) retry.ids = await requireRetryable(tx, slug, retry, addresses)
        const emails = retryable(tx, slug, retry)
        const { all, unknown } = await countEmails(tx, emails)
        if (all === 0) throw new Refusal(`${slug} has no such emails to people who are still on the list.`)
        if (confirm !== all) {
          const options = [...addresses, ...states.map((state) => `--${state}`), '--confirm', all].join(' ')
          const fix = { label: 'To send them', command: `issue retry ${slug} ${options}` }
          const not = confirm === undefined ? '' : `, not ${confirm},`
          const twice = unknown > 0 ? `, and ${unknown.toLocaleString('en')} of them might arrive twice` : ''
          throw new Unconfirmed(`${counted(all, 'email')}${not} would be resent${twice}.`, fix, { confirm: all })
        }
        const count = await requeue(tx, emails, context.now())
        if (state === 'done') await updateIssue(tx, slug, sendingState(context))
        return { count, isPaused: state === 'paused' }
      })
    },
    message: ({ count, isPaused }, { slug }) => [
      `Queued ${counted(count, 'email')} of ${slug} again. The running site sends them.`,
      isPaused && { text: 'But the issue is paused.', fix: { label: 'To resume', command: `issue resume ${slug}` } },
    ],
  }),
}

type IssueWork<T> = (tx: Db, issue: IssueRow) => Promise<T>

async function onOpenIssue<T>(context: Context, slug: string, work: IssueWork<T>): Promise<T> {
  return await onIssue(context, slug, async (tx, issue) => {
    if (issue.state === 'sending' || issue.state === 'paused') return await work(tx, issue)
    throw new Refusal(`${slug} isn’t being sent. It’s ${issueStateLabels[issue.state]}.`)
  })
}

async function onIssue<T>({ database }: Context, slug: string, work: IssueWork<T>): Promise<T> {
  return await database.write(async (tx) => await work(tx, await requireIssue(tx, slug, lockIssue)))
}

/** Finds the subscribers to retry. @returns their IDs @throws Refusal if an address has no email in these states */
async function requireRetryable(tx: Db, slug: string, retry: Retry, addresses: readonly string[]) {
  const ids = await findRetryable(tx, slug, retry, addresses.map(emailKey))
  const refused = addresses.filter((address) => !ids.has(emailKey(address)))
  if (refused.length === 0) return [...ids.values()]
  throw new Refusal(`Nothing was resent. No email to ${refused.join(', ')} failed or is unknown.`)
}
