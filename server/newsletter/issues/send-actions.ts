import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { IssueDraftRow } from '../../../migrations/tables.ts'
import { change, confirmed, emailAddress, flag, Refusal, text, Unconfirmed } from '../../../platform/actions.ts'
import { studioZone } from '../../../platform/content/site-content.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import { counted } from '../../../platform/text/amounts.ts'
import { roughDuration } from '../../../platform/text/durations.ts'
import { dayMs, minuteMs } from '../../../platform/text/time-text.ts'
import { longTime, parseLocalTime } from '../../calls/times.ts'
import type { Context } from '../../context.ts'
import { unsubscribePath } from '../links.ts'
import { issueSource, requireSubscribers, requireUnsent, sendIssue } from './issue.ts'
import { slug } from './read-actions.ts'
import { findPause, requireSendable } from './send-problems.ts'
import { sendingMs } from './status.ts'
import { deleteScheduled, findIssue, lockIssue, saveDraft, updateIssue } from './store.ts'

/** Time to wait for a test email, which is sent directly instead of through the outbox. */
const testTimeoutMs = minuteMs
/** Many inboxes show only 70 characters of a subject, and 100 of a preview text. */
const maxSubjectCharacters = 150
const maxPreviewCharacters = 200
/** The length of a leap year. Later dates are typos. */
const maxAheadMs = 366 * dayMs

/** Messages for the owner if a test email wasn't sent. */
const problems = {
  refused: 'The mail server refused the issue.',
  deferred: 'The mail server isn’t accepting the issue right now. Try again later.',
  unknown: 'The connection dropped while the issue was being sent. It might have arrived.',
}

export const issueSends = {
  'issue.test': change({
    summary: 'Send an article’s email to one address',
    confirm: null,
    input: z.object({ slug, address: emailAddress }),
    // Send directly, without the outbox. The unsubscribe link is valid, but doesn't belong to any subscriber.
    run: async (context: Context, { slug, address }) => {
      const { database, mailer, now } = context
      const source = await issueSource(context, slug)
      const pause = await findPause(database.db)
      if (pause) throw new Refusal(pause.why, pause.fix)
      const id = randomUUID()
      const link = context.environment.siteUrl + unsubscribePath(context.linkKey, id)
      const { issueEmail } = await import('./render-issue.tsx')
      const email = issueEmail(source, { id, to: { name: '', address }, link, createdAt: now() })
      const { outcome, answer } = await mailer.send(email, AbortSignal.timeout(testTimeoutMs))
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
      subject: text(maxSubjectCharacters, { description: 'instead of the article’s title' }).optional(),
      preview: text(maxPreviewCharacters, { description: 'instead of the article’s description' }).optional(),
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
      // Rescheduling an issue doesn't need another confirmation.
      const isMoved = time !== undefined && (await findIssue(db, slug))?.state === 'scheduled'
      const isDryRun = confirm === undefined && !isMoved
      if (isDryRun) await requireUnsent(db, slug)
      await requireSendable(context, source, fromHere || isMoved)
      const when = time === undefined ? '' : ` on ${longTime(time, studioZone(), 'en')}`
      if (isDryRun) {
        const subscribers = await requireSubscribers(db)
        const text = `“${header.subject}” would go to ${counted(subscribers, 'active subscriber')}${when}.`
        const options = [at === undefined ? '' : ` --at "${at}"`, fromHere ? ' --from-here' : ''].join('')
        const command = `issue send ${slug}${options} --confirm ${subscribers}`
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
            `“${title}” is on its way to ${counted(subscribers, 'subscriber')}: ${defaultLimits.emailsPerMinute} a minute, ${roughDuration(sendingMs(subscribers))} in total.`,
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
}

/** Parses a time for a scheduled issue. @throws Refusal unless it's within the next year and in 5-minute steps */
function futureTime(text: string, now: number): number {
  const time = parseLocalTime(text, studioZone())
  if (time === undefined) throw new Refusal(`“${text}” isn’t a time in 5-minute steps, like 2026-12-01 19:30.`)
  if (time <= now) throw new Refusal(`${text} has passed. Choose a later time.`)
  if (time > now + maxAheadMs) throw new Refusal(`${text} is more than a year away.`)
  return time
}
