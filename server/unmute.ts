import type { Database } from '../platform/db/database.ts'
import { countHeldBack, liftMute, readMute } from '../platform/email/mute.ts'
import { countHeldLetters } from './newsletter/issue-store.ts'

/** What a mute holds back: mails, and copies of issues. */
export async function readHeldBack(db: Database['db']) {
  return { ...(await countHeldBack(db)), letters: await countHeldLetters(db) }
}

/** Lets mails go out again, where the owner knows how many that is. @param confirm that number */
export async function unmute({ write }: Database, confirm: number) {
  return await write(async (tx) => {
    const muted = await readMute(tx)
    const held = await readHeldBack(tx)
    const isLifted = muted !== undefined && confirm === held.mails + held.letters && (await liftMute(tx))
    return { muted, held, isLifted }
  })
}
