import { z } from 'zod'
import { change, Refusal, reference, text } from '../../platform/actions.ts'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { readPause } from '../../platform/email/outbox/pause.ts'
import type { Context } from '../context.ts'
import { refuseUnknown } from './actions.ts'
import { maxReplyLength, queueReply, undoReply } from './replies.ts'

export const replyActions = {
  'leads.reply': change({
    summary: 'Reply to a lead by email, and mark it as answered',
    // The desk offers Undo instead.
    confirm: 'The reply is emailed to the person who wrote, with their message quoted below.',
    input: z.object({
      reference,
      text: text(maxReplyLength, { words: true, description: 'your reply', example: 'Hi Ada, next week works.' }),
    }),
    run: async (context: Context, { reference, text }) => {
      if (text === '') throw new Refusal('Write a reply first.')
      const { database, environment, now } = context
      const { from } = emailAddresses(environment, siteContent().studio)
      const reply = await database.write((tx) => queueReply(tx, { reference, text, from }, now()))
      if (reply === undefined) return await refuseUnknown(context, [reference])
      context.notifyOutbox()
      return { ...reply, isPaused: (await readPause(database.db)) !== undefined }
    },
    message: ({ to, isPaused }) =>
      isPaused
        ? {
            text: `Your reply to ${to} is queued. The outbox is paused.`,
            fix: { label: 'To resume', command: 'outbox resume' },
          }
        : `Your reply to ${to} goes out in 10 seconds.`,
  }),

  'leads.unreply': change({
    summary: 'Delete a reply that hasn’t left yet',
    confirm: null,
    command: null,
    input: z.object({ reference, id: z.uuid(), answeredAt: z.number().nullable() }),
    run: async ({ database }: Context, { reference, id, answeredAt }) => {
      await database.write((tx) => undoReply(tx, { reference, id, answered_at: answeredAt }))
      return {}
    },
  }),
}
