import { z } from 'zod'
import { change, confirmed, emailAddress, flag, Refusal, Unconfirmed } from '../../platform/actions.ts'
import { readPause } from '../../platform/email/pause.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { counted } from '../../platform/text/amounts.ts'
import type { Context } from '../context.ts'
import { renderIssue } from './issue-email.ts'
import { timeFor } from './issue-status.ts'
import { articleFor, requireIssue, slug } from './issue-views.ts'
import {
  cancelIssue,
  issueHints,
  pauseIssue,
  requireSendable,
  resumeIssue,
  retryIssue,
  sendIssue,
  sendTest,
} from './issues.ts'

export const issueActions = {
  'issue.test': change({
    summary: 'Send the email of an article to one address',
    input: z.object({ slug, address: emailAddress }),
    run: async (context: Context, { slug, address }) => {
      const { deps, article } = articleFor(context, slug)
      const answer = await sendTest(deps, article, address)
      return { answer, mailer: context.mailer.description, hints: issueHints(article, deps.site) }
    },
    message: ({ answer, mailer, hints }, { address }) => [
      `Sent to ${address}; ${mailer}. Its answer: ${answer}`,
      hints,
    ],
  }),

  'issue.send': change({
    summary: 'Send an article to all confirmed subscribers; the running site does it',
    input: z.object({
      slug,
      confirm: confirmed.meta({ description: 'how many subscribers there are' }),
      fromHere: flag('even if the sender or the database is another one'),
    }),
    run: async (context: Context, { slug, confirm, fromHere }) => {
      const { deps, article } = articleFor(context, slug)
      if (article.notOut !== undefined) throw new Refusal(`${slug} isn’t published: ${article.notOut}.`)
      const subscribers = await requireSendable(deps, slug, fromHere)
      if (confirm === undefined) {
        const command = `issue send ${slug}${fromHere ? ' --from-here' : ''} --confirm ${subscribers}`
        const text = `“${article.title}” would go to ${counted(subscribers, 'confirmed subscriber')}.`
        throw new Unconfirmed(text, { label: 'To send it', command })
      }
      const sent = await sendIssue(deps, slug, renderIssue(article, deps.site), confirm)
      return { title: article.title, subscribers: sent, mailer: context.mailer.description }
    },
    message: ({ title, subscribers, mailer }, { slug }) => [
      `“${title}” is on its way to ${counted(subscribers, 'subscriber')}: ${defaultLimits.emailsPerMinute} a minute, ${timeFor(subscribers)} in total.`,
      `The running site sends it; ${mailer}.`,
      { fix: { label: 'See how far it is', command: `issue status ${slug}` } },
      { fix: { label: 'Pause it', command: `issue pause ${slug}` } },
    ],
  }),

  'issue.pause': change({
    summary: 'Pause an issue that is going out',
    input: z.object({ slug }),
    run: async (context: Context, { slug }) => ({ before: await pauseIssue(context, slug) }),
    message: ({ before }, { slug }) => ({
      text:
        before === 'paused' ? `${slug} is paused already.` : `${slug} is paused; an email in transmission still goes.`,
      fix: { label: 'To resume', command: `issue resume ${slug}` },
    }),
  }),

  'issue.resume': change({
    summary: 'Resume a paused issue where it stopped',
    input: z.object({ slug }),
    run: async (context: Context, { slug }) => {
      const resumed = await resumeIssue(context, slug)
      return { ...resumed, outbox: (await readPause(context.database.db))?.because }
    },
    message: ({ before, because, outbox }, { slug }) => [
      before === 'sending' ? `${slug} is going out already.` : `${slug} goes on where it stopped.`,
      because !== null && `It was paused because ${because}.`,
      outbox !== undefined && {
        text: `But the outbox is paused: ${outbox}.`,
        fix: { label: 'First', command: 'outbox resume' },
      },
    ],
  }),

  'issue.cancel': change({
    summary: 'Cancel what hasn’t gone out of an issue, for good',
    confirm: 'Subscribers who haven’t got it yet won’t get it.',
    input: z.object({ slug }),
    run: async (context: Context, { slug }) => await cancelIssue(context, slug),
    message: ({ dropped, isErased }, { slug }) =>
      isErased
        ? `${slug} is canceled before anyone got it. You can send the article another time.`
        : `${slug} is canceled: ${counted(dropped, 'subscriber')} won’t get it.`,
  }),

  'issue.retry': change({
    summary: 'Send again what failed or may not have arrived',
    input: z.object({
      slug,
      addresses: z.array(emailAddress).default([]).meta({ argument: true, description: 'only to these' }),
      failed: flag('all that failed, of people still on the list'),
      unknown: flag('all that may have arrived; some people may get it twice'),
      confirm: confirmed.meta({ description: 'how many may arrive twice' }),
    }),
    run: async (context: Context, { slug, ...choice }) => {
      if (!choice.failed && !choice.unknown && choice.addresses.length === 0)
        throw new Refusal('Say which: --failed, --unknown, or addresses.')
      await requireIssue(context, slug)
      return await retryIssue(context, slug, choice)
    },
    message: ({ count, isPaused }, { slug }) => [
      `The running site sends ${counted(count, 'email')} of ${slug} again.`,
      isPaused && { text: 'But the issue is paused.', fix: { label: 'To resume', command: `issue resume ${slug}` } },
    ],
  }),
}
