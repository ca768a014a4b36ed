import { z } from 'zod'
import { change, emailAddress, exports, flag, limit, optionalText, Refusal, read } from '../../platform/actions.ts'
import { reasonOf } from '../../platform/db/database.ts'
import { emailKey } from '../../platform/email/address.ts'
import { counted } from '../../platform/text/amounts.ts'
import { readTime } from '../../platform/text/read-time.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { exportSubscriber, subscriberFields, subscriberRecord } from './export-subscriber.ts'
import { byMonth, readGrowth } from './growth.ts'
import { importSubscribers } from './import/import-subscribers.ts'
import { readList } from './import/list-file.ts'
import { groupText, newTally, tallyText } from './import/tally.ts'
import {
  allSubscribers,
  inStateSince,
  listSubscribers,
  subscriberStateLabels,
  summarizeSubscribers,
} from './list-subscribers.ts'
import { removeSubscriber } from './remove-subscriber.ts'
import { approveSignUp } from './sign-up.ts'
import { countSources, readSourceNames } from './sources.ts'

/** Maximum size of a list: about 100,000 subscribers with their consent. */
const maxListBytes = 20_000_000
/** Maximum number of invalid lines to show. More would scroll the summary off the screen. */
const maxShownLines = 20

const filterInput = {
  state: z
    .enum(['all', ...Object.values(subscriberStateLabels)])
    .default('all')
    .meta({ description: 'only subscribers in this state' }),
  search: optionalText(254, { description: 'only addresses containing this' }),
}

export const subscriberActions = {
  'subscribers.list': read({
    summary: 'List subscribers, newest first',
    input: z.object({ ...filterInput, limit }),
    run: async ({ database: { db }, now }: Context, { state, search, limit }) => {
      const subscribers = await listSubscribers(db, { state, search }, limit + 1)
      const { states, changes } = await summarizeSubscribers(db, [now() - 7 * dayMs, now() - 30 * dayMs])
      const nameOf = readSourceNames()
      return {
        states,
        changes,
        isCut: subscribers.length > limit,
        subscribers: subscribers.slice(0, limit).map((subscriber) => ({
          email: subscriber.email,
          state: subscriberStateLabels[subscriber.state],
          since: inStateSince(subscriber),
          from: nameOf(subscriber.consent_page),
        })),
      }
    },
    print: ({ subscribers }) => [{ rows: subscribers }],
    json: async (_, { database }, { limit, ...filter }) =>
      (await listSubscribers(database.db, filter, limit)).map(subscriberRecord),
    message: ({ states }) => {
      const counts = Object.values(subscriberStateLabels)
        .filter((state) => states[state] !== undefined)
        .map((state) => `${states[state]?.toLocaleString('en')} ${state}`)
      return counts.length === 0 ? 'No subscribers yet.' : `Total: ${counts.join(', ')}.`
    },
  }),

  'subscribers.show': read({
    summary: 'Show a subscriber, their consent, and their issues',
    input: z.object({ email: emailAddress }),
    run: async ({ database, salt }: Context, { email }) => await exportSubscriber(database.db, emailKey(email), salt),
  }),

  'subscribers.growth': read({
    summary: 'Count subscribers day by day',
    input: z.object({}),
    run: async ({ database: { db } }: Context) => await readGrowth(db),
  }),

  'subscribers.summary': read({
    summary: 'Count subscribers by month, and where they signed up in the last 30 days',
    command: null,
    input: z.object({}),
    run: async ({ database: { db }, now }: Context) => ({
      months: byMonth(await readGrowth(db), now()),
      sources: await countSources(db, now() - 30 * dayMs),
    }),
  }),

  'subscribers.export': exports({
    summary: 'Export all subscribers with their consent',
    input: z.object(filterInput),
    run: async ({ database: { db } }: Context, filter) => ({
      rows: allSubscribers(db, filter),
      json: subscriberFields,
      message: (count) => counted(count, 'subscriber'),
    }),
  }),

  'subscribers.import': change({
    summary: 'Import subscribers who opted in, from a CSV file or a list of addresses',
    confirm: 'People who unsubscribed, according to the list, are removed permanently.',
    isFinal: ({ dryRun }) => !dryRun,
    isLong: true,
    input: z.object({
      list: z
        .union([z.string().max(maxListBytes), z.instanceof(Uint8Array)])
        .meta({ file: true, description: 'use - for standard input', example: 'fair.csv' }),
      consent: optionalText(1_000, { description: 'what they agreed to, if the list doesn’t show it' }),
      consentAt: optionalText(40, { description: 'when they agreed, like 2024-05-01' }),
      from: optionalText(200, { description: 'where they agreed, like the name of a fair' }),
      ignore: z
        .array(z.string().max(200))
        .max(100)
        .default([])
        .meta({ description: 'columns to skip, if they don’t show who unsubscribed' }),
      dryRun: flag('only show what would happen'),
    }),
    run: async (context: Context, { list, consent, consentAt, from, ignore, dryRun }, watch) => {
      if (consentAt !== '' && readTime(consentAt) === undefined)
        throw new Refusal(`“${consentAt}” isn’t a date like 2024-05-01.`)
      const file = readList(list, ignore)
      const isConsentKnown = (file.hasConsentWords || consent !== '') && (file.hasConsentTimes || consentAt !== '')
      if (!isConsentKnown)
        throw new Refusal(
          'The list needs proof of consent. Add the columns consentWords and consentAt, or say what everyone agreed to, and when.',
          { label: 'For everyone', command: 'subscribers import FILE --consent "Yes" --consent-at 2024-05-01' },
        )
      const tally = newTally()
      const shared = { words: consent, at: consentAt, page: from }
      try {
        await importSubscribers(context, file.lines, { shared, isDryRun: dryRun, tally, ...watch })
      } catch (error) {
        const reason = watch.signal?.aborted ? 'Stopped' : `The import failed: ${reasonOf(error)}`
        throw new Refusal(`${reason}. So far: ${tallyText(tally)}. It’s safe to import the list again.`)
      }
      return { ...tally, dryRun, summary: tallyText(tally), lines: tally.groups.map(groupText) }
    },
    json: ({ summary: _, lines: __, ...result }) => result,
    message: ({ dryRun, summary, lines, notImported }) => {
      const invalid = notImported.filter(({ outcome }) => outcome === 'invalid')
      return [
        invalid.slice(0, maxShownLines).map(({ line, email, why }) => `Line ${line}: “${email.slice(0, 254)}” ${why}.`),
        invalid.length > maxShownLines && '--json shows the rest.',
        `${dryRun ? 'This would happen' : 'Done'}: ${summary}.`,
        lines.map((line) => `  ${line}`),
      ]
    },
    hasFailed: ({ invalid }) => invalid > 0,
  }),

  'subscribers.approve': change({
    summary: 'Send the confirmation email for a suspicious sign-up',
    confirm: 'They get an email asking them to confirm.',
    input: z.object({ email: emailAddress }),
    run: async (context: Context, { email }) => {
      if (!(await approveSignUp(context, email))) throw new Refusal(`${email} isn’t a suspicious sign-up.`)
      return { email }
    },
    message: ({ email }) => `${email} gets an email asking them to confirm.`,
  }),

  'subscribers.remove': change({
    summary: 'Remove subscribers permanently, even from future imports',
    confirm: 'They won’t get any more issues, and only they can sign up again.',
    input: z.object({ addresses: z.array(emailAddress).min(1) }),
    run: async ({ database, salt, now }: Context, { addresses }) => {
      const removed: string[] = []
      for (const address of addresses) {
        const isRemoved = await database.write((tx) => removeSubscriber(tx, address, { salt, now: now() }))
        if (isRemoved) removed.push(address)
      }
      return { removed, unknown: addresses.filter((address) => !removed.includes(address)) }
    },
    message: ({ removed, unknown }) => [
      removed.map((address) => `Removed: ${address}`),
      unknown.map((address) => `Not on the list: ${address}`),
    ],
    hasFailed: ({ unknown }) => unknown.length > 0,
  }),
}
