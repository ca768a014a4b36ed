import { z } from 'zod'
import {
  type ChosenMails,
  dropMails,
  findMail,
  type ListedMail,
  listMails,
  type MailFate,
  mailViews,
  retryNow,
} from '../../platform/email/manage-outbox.ts'
import { mute, readMute } from '../../platform/email/mute.ts'
import { readHeldBack, unmute } from '../../server/unmute.ts'
import { action, Refusal } from './action.ts'

const mostListed = 1_000
const mostChosen = 100

const ids = z.array(z.string().max(40)).max(mostChosen)
const chosen = z.union([z.object({ ids }), z.object({ state: z.enum(['failed', 'queued']) })])

export const readMails = action(
  z.object({ view: z.enum(mailViews) }),
  async ({ database: { db }, composers }, { view }) => {
    const mails = await listMails(db, { view, limit: mostListed + 1 }, composers)
    return {
      muted: await readMute(db),
      held: await readHeldBack(db),
      isCut: mails.length > mostListed,
      mails: mails.slice(0, mostListed).map(toRow),
    }
  },
)

function toRow({ id, to_address, subject, state, attempts, due_at, sent_at, last_error, created_at }: ListedMail) {
  return { id, to_address, subject, state, attempts, due_at, sent_at, last_error, created_at }
}

export const readMail = action(
  z.object({ id: z.string().max(40) }),
  async ({ database: { db }, composers }, { id }) => {
    const mail = await findMail(db, id, composers)
    if (mail === undefined) throw new Refusal('That mail is gone.')
    const { kind, about, from_address, reply_to_address, message_id, text } = mail
    return { ...toRow(mail), kind, about, from_address, reply_to_address, message_id, text }
  },
)

/** Sends now, in this process: a running site is not in the way. */
export const retryMails = action(chosen, async (desk, which) => {
  const mails = await retryNow(desk, which)
  return { sent: count(mails, 'sent'), left: mails.length - count(mails, 'sent'), isMuted: await isMuted(desk) }
})

function count(mails: readonly MailFate[], wanted: MailFate['state']): number {
  return mails.filter(({ state }) => state === wanted).length
}

async function isMuted({ database }: Parameters<typeof retryNow>[0]): Promise<boolean> {
  return (await readMute(database.db)) !== undefined
}

export const deleteMails = action(chosen, async ({ database }, which: ChosenMails) => {
  return { deleted: (await database.write((tx) => dropMails(tx, which, database.engine))).length }
})

export const muteMails = action(z.object({ because: z.string().max(200) }), async ({ database, now }, { because }) => {
  await database.write((tx) => mute(tx, { because: because.trim() || 'the owner said so', since: now() }))
  return {}
})

export const unmuteMails = action(z.object({ confirm: z.int().min(0) }), async ({ database }, { confirm }) => {
  const { muted, held, isLifted } = await unmute(database, confirm)
  if (muted !== undefined && !isLifted)
    throw new Refusal(`There are ${held.mails + held.letters} to go out now, not ${confirm}. Nothing was changed.`)
  return {}
})
