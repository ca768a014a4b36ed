import { z } from 'zod'
import { change, emailAddress, exports, flag, limit, optionalText, Refusal, read } from '../../platform/actions.ts'
import { reasonOf } from '../../platform/db/database.ts'
import { emailKey } from '../../platform/email/address.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayMs, readTime } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { groupText, importSubscribers, newTally, tallyText } from './import/import-subscribers.ts'
import { readList } from './import/list-file.ts'
import { approveSignUp } from './sign-up.ts'
import { byMonth, readSourceNames } from './sources.ts'
import { allSubscribers, countSources, inStateSince, listSubscribers, readGrowth, subscriberWords } from './store.ts'
import {
  exportSubscriber,
  removeSubscriber,
  subscriberFields,
  subscriberRecord,
  summarizeSubscribers,
} from './subscribers.ts'

const maxListBytes = 20_000_000
const maxShown = 20

const filterInput = {
  state: z
    .enum(['all', ...Object.values(subscriberWords)])
    .default('all')
    .meta({ description: 'only those in this state' }),
  search: optionalText(254, { description: 'only addresses that contain this' }),
}

export const subscriberActions = {
  'subscribers.list': read({
    summary: 'List subscribers, newest first',
    input: z.object({ ...filterInput, limit }),
    run: async ({ database: { db }, now }: Context, { state, search, limit }) => {
      const subscribers = await listSubscribers(db, { state, search }, limit + 1)
      const nameOf = readSourceNames()
      return {
        ...(await summarizeSubscribers(db, [now() - 7 * dayMs, now() - 30 * dayMs])),
        isCut: subscribers.length > limit,
        subscribers: subscribers.slice(0, limit).map((subscriber) => ({
          email: subscriber.email,
          state: subscriberWords[subscriber.state],
          since: inStateSince(subscriber),
          from: nameOf(subscriber.consent_page),
        })),
      }
    },
    print: ({ subscribers }) => [{ rows: subscribers }],
    json: async (_, { database }, { limit, ...filter }) =>
      (await listSubscribers(database.db, filter, limit)).map(subscriberRecord),
    message: ({ states }) => {
      const counts = Object.values(subscriberWords).flatMap((state) =>
        states[state] === undefined ? [] : `${states[state].toLocaleString('en')} ${state}`,
      )
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
    summary: 'Import people who agreed to get your newsletter, from CSV or bare addresses',
    confirm: 'People who have unsubscribed, according to the list, are removed permanently.',
    isFinal: ({ dryRun }) => !dryRun,
    isLong: true,
    input: z.object({
      list: z
        .union([z.string().max(maxListBytes), z.instanceof(Uint8Array)])
        .meta({ file: true, description: '- reads standard input', example: 'fair.csv' }),
      consent: optionalText(1_000, { description: 'what they agreed to, if the list doesn’t say' }),
      consentAt: optionalText(40, { description: 'when they did, for example 2024-05-01' }),
      from: optionalText(200, { description: 'where, like the name of the fair' }),
      ignore: z
        .array(z.string().max(200))
        .max(100)
        .default([])
        .meta({ description: 'columns that don’t say who has unsubscribed' }),
      dryRun: flag('only show what would be done'),
    }),
    run: async ({ database, salt, now }: Context, { list, consent, consentAt, from, ignore, dryRun }, watch) => {
      if (consentAt !== '' && readTime(consentAt) === undefined)
        throw new Refusal(`“${consentAt}” must be a date, like 2024-05-01.`)
      const file = readList(list, ignore)
      if (!(file.hasWords || consent) || !(file.hasTimes || consentAt))
        throw new Refusal(
          'The list doesn’t say what they agreed to, or when. Add that for all of them, or columns consentWords and consentAt.',
          { label: 'For all', command: 'subscribers import FILE --consent "Yes" --consent-at 2024-05-01' },
        )
      const tally = newTally()
      const options = {
        shared: { words: consent, at: consentAt, page: from },
        isDryRun: dryRun,
        tally,
        ...watch,
      }
      try {
        await importSubscribers({ database, salt, now }, file.lines, options)
      } catch (error) {
        const reason = watch.signal?.aborted ? 'Stopped' : `The import failed: ${reasonOf(error)}`
        throw new Refusal(`${reason}. Before that: ${tallyText(tally)}. You can import the same list again.`)
      }
      return { ...tally, dryRun, summary: tallyText(tally), lines: tally.groups.map(groupText) }
    },
    json: ({ summary: _, lines: __, ...result }) => result,
    message: ({ dryRun, summary, lines, notTaken }) => {
      const wrong = notTaken.filter(({ verdict }) => verdict === 'wrong')
      return [
        wrong.slice(0, maxShown).map(({ line, email, why }) => `Line ${line}: “${email.slice(0, 254)}” ${why}.`),
        wrong.length > maxShown && '--json shows the rest.',
        `${dryRun ? 'This would be done' : 'Done'}: ${summary}.`,
        lines.map((line) => `  ${line}`),
      ]
    },
    isWrong: ({ wrong }) => wrong > 0,
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
    summary: 'Remove subscribers permanently; no import adds them again',
    confirm: 'They get no more issues, and can only sign up again themselves.',
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
    isWrong: ({ unknown }) => unknown.length > 0,
  }),
}
