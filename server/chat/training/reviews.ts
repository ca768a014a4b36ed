import { z } from 'zod'
import type { Db } from '../../../migrations/tables.ts'
import { deleteSetting, readSettings, writeSetting } from '../../../platform/db/settings.ts'
import { keyedHash } from '../../../platform/signing.ts'
import { normalizeMessage } from './review-messages.ts'

/** A saved example: its answer, its hash, and the time of the then-current build, which doesn't include it. */
const saved = z.object({ id: z.string(), example: z.string(), builtAt: z.number().nullable() })
/** The owner's decision about a message: saved as an example if `saved` is set, otherwise ignored. */
const review = z.object({ at: z.number(), saved: saved.optional() })
export type Review = z.infer<typeof review>

const prefix = 'training:'

/** Hashes a message, so an erased visitor's words aren't kept. */
export function hashMessage(message: string, salt: string): string {
  return keyedHash(salt, `training\n${normalizeMessage(message)}`)
}

/** Reads all reviews, keyed by message hash. */
export async function readReviews(db: Db): Promise<Map<string, Review>> {
  const stored = await readSettings(db, prefix)
  return new Map([...stored].map(([hash, value]) => [hash, review.parse(JSON.parse(value))]))
}

/** Stores a review. @param change undefined to put the message up for review again */
export async function writeReview(tx: Db, hash: string, change: Review | undefined): Promise<void> {
  if (change === undefined) await deleteSetting(tx, prefix + hash)
  else await writeSetting(tx, prefix + hash, JSON.stringify(change))
}
