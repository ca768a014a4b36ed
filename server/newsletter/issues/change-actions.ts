import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db, IssueDraftRow, IssueRow } from '../../../migrations/tables.ts'
import { change, confirmed, emailAddress, flag, Refusal, text, Unconfirmed } from '../../../platform/actions.ts'
import { studioZone } from '../../../platform/content/site-content.ts'
import { emailKey } from '../../../platform/email/address.ts'
import { hasEmailInTransit, inBatch, inBatchWithState } from '../../../platform/email/outbox/batches.ts'
import { countEmails } from '../../../platform/email/outbox/list.ts'
import { readPause } from '../../../platform/email/outbox/pause.ts'
import { requeue } from '../../../platform/email/outbox/retry.ts'
import { dropUnsent } from '../../../platform/email/outbox/store.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import { counted, durationText } from '../../../platform/text/amounts.ts'
import { dayMs, minuteMs } from '../../../platform/text/time-text.ts'
import { longTime, parseLocalTime } from '../../calls/times.ts'
import type { Context } from '../../context.ts'
import { unsubscribePath } from '../links.ts'
import {
  findPause,
  issueSource,
  requireIssue,
  requireSendable,
  requireSubscribers,
  requireUnsent,
  sendIssue,
  sendingState,
} from './issue.ts'
import { slug } from './read-actions.ts'
import { issueStateLabels, sendingMs } from './status.ts'
import {
  deleteIssue,
  deleteScheduled,
  findIssue,
  findRetryable,
  lockIssue,
  type Retry,
  retryable,
  retryableStates,
  saveDraft,
  updateIssue,
} from './store.ts'

const timeoutMs = minuteMs
const maxSubject = 150
const maxPreview = 200
const maxAheadMs = 366 * dayMs

const problems = {
  refused: 'The mail server refused the issue.',
  deferred: 'The mail server isn’t accepting the issue right now. Try again later.',
  unknown: 'The connection dropped while the issue was being sent. It might have arrived.',
}

export const issueActions = {
  'issue.test': change({
    summary: 'Send an article’s email to one address',
    confirm: null,
    input: z.object({ slug, address: emailAddress }),
    // Sends it directly, without the outbox. The unsubscribe link is valid, but belongs to no subscriber.
    run: async (context: Context, { slug, address }) => {
      const { database, mailer, now } = context
      const source = await issueSource(context, slug)
      const pause = await findPause(database.db)
      if (pause) throw new Refusal(pause.why, pause.fix)
      const id = randomUUID()
      const link = context.environment.siteUrl + unsubscribePath(context.linkKey, id)
      const { issueEmail } = await import('./render-issue.tsx')
      const email = issueEmail(source, { id, to: { name: '', address }, link, createdAt: now() })
      const { outcome, answer } = await mailer.send(email, AbortSignal.timeout(timeoutMs))
      if (outcome !== 'sent') throw new Refusal(`${problems[outcome]} The server replied: ${answer}`)
      await database.write((tx) => saveDraft(tx, { slug, tested_at: now() }))
      return { answer }
    },
    message: (_, { address }) => `Sent to ${address}.`,
  }),

  'issue.edit': change({
    summary: 'Give an issue its own subject or preview text',
    confirm: null,
    input: z.object({
      slug,
      subject: text(maxSubject, { description: 'instead of the article’s title' }).optional(),
      preview: text(maxPreview, { description: 'instead of the article’s description' }).optional(),
    }),
    run: async (context: Context, { slug, subject, preview }) => {
      const { renderIssue } = await import('./render-issue.tsx')
      return await context.database.write(async (tx) => {
        const issue = await lockIssue(tx, slug)
        await requireUnsent(tx, slug)
        const changes: Partial<IssueDraftRow> = {}
        if (subject !== undefined) changes.subject = subject || null
        if (preview !== undefined) changes.preview = preview || null
        await saveDraft(tx, { slug, ...changes })
        const { article, site, header } = await issueSource(context, slug, tx)
        if (issue !== undefined) await updateIssue(tx, slug, renderIssue(article, site, header))
        return header
      })
    },
    message: ({ subject, preview }) => [`Subject: ${subject}`, `Preview text: ${preview}`],
  }),

  'issue.send': change({
    summary: 'Send an article to all active subscribers, now or later. The running site sends the emails',
    confirm: 'Subscribers get an email.',
    input: z.object({
      slug,
      at: text(40, {
        description: 'when, in the studio’s time zone (you can change it until then)',
        example: '2026-12-01 19:30',
      }).optional(),
      confirm: confirmed.meta({ description: 'how many subscribers you expect' }),
      fromHere: flag('even if the sender or the database has changed'),
    }),
    run: async (context: Context, { slug, at, confirm, fromHere }) => {
      const { db } = context.database
      const time = at === undefined ? undefined : futureTime(at, context.now())
      const source = await issueSource(context, slug)
      const { article, site, from, header } = source
      const isMoved = time !== undefined && (await findIssue(db, slug))?.state === 'scheduled'
      const isDryRun = confirm === undefined && !isMoved
      if (isDryRun) await requireUnsent(db, slug)
      await requireSendable(context, source, fromHere || isMoved)
      const when = time === undefined ? '' : ` on ${longTime(time, studioZone(), 'en')}`
      if (isDryRun) {
        const subscribers = await requireSubscribers(db)
        const atOption = at === undefined ? '' : ` --at "${at}"`
        const fromHereOption = fromHere ? ' --from-here' : ''
        const command = `issue send ${slug}${atOption}${fromHereOption} --confirm ${subscribers}`
        const text = `“${header.subject}” would go to ${counted(subscribers, 'active subscriber')}${when}.`
        throw new Unconfirmed(text, { label: 'To send it', command }, { confirm: subscribers })
      }
      const { renderIssue } = await import('./render-issue.tsx')
      const rendered = renderIssue(article, site, header)
      const subscribers = await sendIssue(context, { slug, from, rendered, confirm, at: time })
      return { title: header.subject, subscribers, mailer: context.mailer.description, when }
    },
    message: ({ title, subscribers, mailer, when }, { slug }) =>
      when !== ''
        ? [
            `“${title}” goes out${when}, to everyone subscribed then: ${counted(subscribers, 'subscriber')} as of now.`,
            { fix: { label: 'To cancel the schedule', command: `issue unschedule ${slug}` } },
          ]
        : [
            `“${title}” is on its way to ${counted(subscribers, 'subscriber')}: ${defaultLimits.emailsPerMinute} a minute, ${durationText(sendingMs(subscribers))} in total.`,
            `The running site sends it; ${mailer}.`,
            { fix: { label: 'To see its progress', command: `issue status ${slug}` } },
            { fix: { label: 'To pause it', command: `issue pause ${slug}` } },
          ],
  }),

  'issue.unschedule': change({
    summary: 'Cancel an issue’s schedule',
    confirm: null,
    input: z.object({ slug }),
    run: async ({ database }: Context, { slug }) => {
      const at = await database.write((tx) => deleteScheduled(tx, slug))
      if (at === undefined) throw new Refusal(`${slug} isn’t scheduled.`)
      return { at }
    },
    message: (_, { slug }) => `${slug} is a draft again.`,
  }),

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
    // An issue canceled before its first email is deleted, so the owner can send the article later.
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
          const expected = confirm === undefined ? '' : `, not ${confirm},`
          const twice = unknown > 0 ? `, and ${unknown.toLocaleString('en')} of them might arrive twice` : ''
          throw new Unconfirmed(`${counted(all, 'email')}${expected} would be resent${twice}.`, fix, { confirm: all })
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

/** @throws Refusal unless it's a time within the next year in 5-minute steps */
function futureTime(text: string, now: number): number {
  const time = parseLocalTime(text, studioZone())
  if (time === undefined) throw new Refusal(`“${text}” isn’t a time in 5-minute steps, like 2026-12-01 19:30.`)
  if (time <= now) throw new Refusal(`${text} has passed. Choose a later time.`)
  if (time > now + maxAheadMs) throw new Refusal(`${text} is more than a year away.`)
  return time
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

/** @returns the subscribers' ids. @throws Refusal if an address has no email in one of these states */
async function requireRetryable(tx: Db, slug: string, retry: Retry, addresses: readonly string[]) {
  const ids = await findRetryable(tx, slug, retry, addresses.map(emailKey))
  const refused = addresses.filter((address) => !ids.has(emailKey(address)))
  if (refused.length === 0) return [...ids.values()]
  throw new Refusal(`Nothing was resent. No email to ${refused.join(', ')} failed or is unknown.`)
}
