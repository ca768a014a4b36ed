import { z } from 'zod'
import { emailKey } from '../../platform/email/mail-address.ts'
import { csvTable } from '../../platform/text/csv.ts'
import { readTime } from '../../platform/text/time-text.ts'
import {
  groupText,
  importSubscribers,
  type NotTaken,
  newTally,
  tallyText,
} from '../../server/newsletter/import/import-subscribers.ts'
import { ListError, readList } from '../../server/newsletter/import/list-file.ts'
import { allSubscribers, inStateSince, listSubscribers, subscriberStates } from '../../server/newsletter/store.ts'
import {
  findSubscriberData,
  removeSubscriber,
  subscriberFields,
  subscribersAtAGlance,
} from '../../server/newsletter/subscribers.ts'
import { readerRecord } from '../../server/people/reader-record.ts'
import { action, Refusal } from './action.ts'

const mostListed = 10_000
const mostCharacters = 20_000_000
/** Of those that are not taken. */
const mostTold = 100
const dayMs = 86_400_000

export const readReaders = action(
  z.object({ state: z.enum(['all', ...subscriberStates]), search: z.string().max(254) }),
  async ({ database: { db }, now }, { state, search }) => {
    const found = await listSubscribers(db, { state, search }, mostListed + 1)
    return {
      ...(await subscribersAtAGlance(db, [now() - 7 * dayMs, now() - 30 * dayMs])),
      isCut: found.length > mostListed,
      readers: found.slice(0, mostListed).map((reader) => ({
        email: reader.email,
        state: reader.state,
        since: inStateSince(reader),
        from: reader.consent_page ?? '',
      })),
    }
  },
)

/** One of them, or what is known of an address that is not on the list. */
export const readReader = action(z.object({ email: z.string().max(254) }), async ({ database, salt }, { email }) =>
  readerRecord(await findSubscriberData(database.db, emailKey(email), salt)),
)

export const removeReader = action(
  z.object({ email: z.string().max(254) }),
  async ({ database, salt, now }, { email }) => {
    const isRemoved = await database.write((tx) => removeSubscriber(tx, email, { salt, now: now() }))
    if (!isRemoved) throw new Refusal(`${email} is not on the list.`)
    return {}
  },
)

/** A table for spreadsheets, as `subscribers export` writes it. */
export const exportReaders = action(
  z.object({ state: z.enum(['all', ...subscriberStates]), search: z.string().max(254) }),
  async ({ database: { db } }, filter) => ({ csv: await csvTable(subscriberFields, allSubscribers(db, filter)) }),
)

export const importReaders = action(
  z.object({
    list: z.string().max(mostCharacters),
    words: z.string().max(1_000),
    at: z.string().max(40),
    from: z.string().max(200),
    /** Names of columns to ignore, separated by commas. */
    ignored: z.string().max(1_000),
    isTrial: z.boolean(),
  }),
  async ({ database, salt, now }, { list, words, at, from, ignored, isTrial }, watch) => {
    if (at !== '' && readTime(at) === undefined) throw new Refusal(`“${at}” is no date; write for example 2024-05-01.`)
    const file = await opened(
      list,
      ignored.split(',').map((name) => name.trim()),
    )
    if (!(file.hasWords || words.trim()) || !(file.hasTimes || at))
      throw new Refusal('A list without proof of consent is not imported: say what they agreed to, and when.')
    const tally = newTally()
    const notTaken: NotTaken[] = []
    const shared = { words: words.trim() || undefined, at: at || undefined, page: from.trim() || undefined }
    const onNotTaken = (line: NotTaken) => {
      if (line.verdict === 'wrong' && notTaken.length < mostTold) notTaken.push(line)
    }
    await importSubscribers({ database, salt, now }, file, { shared, isTrial, tally, onNotTaken, ...watch })
    return { ...tally, told: tallyText(tally), groups: tally.groups.map(groupText), notTaken }
  },
)

async function opened(list: string, ignored: readonly string[]) {
  const source = async function* () {
    yield Buffer.from(list)
  }
  return await readList(source, ignored).catch((error: unknown) => {
    throw error instanceof ListError ? new Refusal(`The list cannot be read: ${error.message}.`) : error
  })
}
