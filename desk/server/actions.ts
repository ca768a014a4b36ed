import { z } from 'zod'
import { readOffers } from '../../src/content/facts/offers.ts'
import { unlessWrong } from '../../src/content/read-content.ts'
import { readGlance } from '../../src/glance.ts'
import { action } from './action.ts'
import { answerRequest, markRequestAs, noteRequest, readRequest, readRequests } from './requests.ts'

const readToday = action(z.object({}), async (desk) => {
  const problems: string[] = []
  const offers = unlessWrong(readOffers, (problem) => problems.push(problem))
  return { ...(await readGlance(desk, offers?.promises.replyWithinHours)), problems }
})

/** By GET; they change nothing. */
export const reads = { today: readToday, requests: readRequests, request: readRequest }

/** By POST; each is what a command does, too. */
export const changes = { note: noteRequest, answer: answerRequest, mark: markRequestAs }

export type Reads = typeof reads
export type Changes = typeof changes
