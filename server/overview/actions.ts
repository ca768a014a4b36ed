import { z } from 'zod'
import { Refusal, read } from '../../platform/actions.ts'
import { countFailedEmails } from '../../platform/email/outbox/list.ts'
import { countCallsToday } from '../calls/store.ts'
import { listTraining } from '../chat/training/list-training.ts'
import type { Context } from '../context.ts'
import { countReplies } from '../leads/waiting.ts'
import { listUnsentArticles } from '../newsletter/issues/current-articles.ts'
import { countConfirmed } from '../newsletter/issues/store.ts'
import { lastProblems } from '../setup/actions.ts'
import { readFirstDay } from './first-day.ts'
import { readOverview } from './overview.ts'
import { overviewLines } from './overview-lines.ts'

export const overviewActions = {
  'overview.counts': read({
    summary: 'Count new items for the desk’s sidebar',
    command: null,
    input: z.object({}),
    // The desk polls this, so each number needs a single cheap query or is cached.
    run: async (context: Context) => {
      const { db } = context.database
      const now = context.now()
      const unsent = await listUnsentArticles(db)
      return {
        ...(await countReplies(db, now)),
        callsToday: await countCallsToday(db, now),
        drafts: unsent.length,
        subscribers: await countConfirmed(db),
        toReview: await countToReview(context),
        failedEmails: await countFailedEmails(db),
        problems: lastProblems(context),
        isFirstDay: (await readFirstDay(context)) !== null,
      }
    },
  }),

  'overview.show': read({
    summary: 'Show what needs attention (the default command)',
    command: 'overview',
    input: z.object({}),
    run: readOverview,
    print: (overview, { now }) => [
      { rows: overviewLines(overview, now()), columns: ['about', 'state', 'text', 'command'] },
    ],
  }),
}

/** Counts chat messages to review. Null if content/ is invalid, which Setup reports. */
async function countToReview(context: Context): Promise<number | null> {
  try {
    return (await listTraining(context)).messages.length
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return null
  }
}
