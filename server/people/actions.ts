import { z } from 'zod'
import {
  type ActionMessage,
  change,
  emailAddress,
  limit,
  optionalText,
  Refusal,
  read,
  text,
} from '../../platform/actions.ts'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { emailKey, isEmailAddress } from '../../platform/email/address.ts'
import type { Environment } from '../../platform/environment.ts'
import { isReference } from '../../platform/ids.ts'
import { counted } from '../../platform/text/amounts.ts'
import { visibleText } from '../../platform/text/clean-text.ts'
import { dayMs, formatDay, formatIsoTime } from '../../platform/text/time-text.ts'
import { listBackups } from '../backup/backup-files.ts'
import { findUpcomingCalls } from '../calls/store.ts'
import { longTime } from '../calls/times.ts'
import type { Context } from '../context.ts'
import { exportPerson } from './export.ts'
import { findAll } from './find-all.ts'
import { forgetPeople } from './forget.ts'
import { listPeople } from './list-people.ts'
import { readPerson } from './person.ts'

/** Maximum number of references in the message. More would scroll the rest off the screen. */
const maxNamed = 10

const addressOrReference = text(254, { example: 'ada@client.example' }).transform((text, { addIssue }) => {
  const name = visibleText(text)
  if (isReference(name.toUpperCase())) return name.toUpperCase()
  if (!isEmailAddress(name)) addIssue(`“${name}” is neither an email address nor a lead’s reference`)
  return name
})

export const peopleActions = {
  'people.list': read({
    summary: 'List people: soonest call first, then latest activity',
    command: 'people',
    input: z.object({
      search: optionalText(200, {
        description: 'only people with all of these words in a lead or their email address',
      }),
      limit,
    }),
    run: async (context: Context, { search, limit }) => {
      const people = await listPeople(context, { search, limit: limit + 1 })
      return { isCut: people.length > limit, people: people.slice(0, limit) }
    },
    print: ({ people }) => [{ rows: people, columns: ['email', 'name', 'company', 'at'] }],
    message: ({ people }) => people.length === 0 && 'No people here.',
  }),

  'people.show': read({
    summary: 'Show a person’s timeline',
    command: null,
    input: z.object({ email: emailAddress }),
    run: async (context: Context, { email }) => await readPerson(context, email),
  }),

  'find.all': read({
    summary: 'Find people, leads, calls, subscribers, and issues',
    command: 'find',
    input: z.object({ search: text(200).meta({ freeText: true, example: 'ada' }) }),
    run: async (context: Context, { search }) => await findAll(context, search),
    message: (found) => Object.values(found).every((group) => group.length === 0) && 'Nothing found.',
  }),

  'people.export': read({
    summary: 'Print everything stored about a person',
    command: 'export',
    input: z.object({ email: emailAddress }),
    run: async (context: Context, { email }) => ({
      data: await exportPerson(context, email),
      upcomingCalls: await findUpcomingCalls(context.database.db, { email_key: emailKey(email) }, context.now()),
      zone: studioZone(),
    }),
    print: () => 'json',
    json: ({ data }) => data,
    message: ({ data: { leads, emails, subscription, suppressed, mentionedIn } }) => [
      leads.length + emails.length === 0 && subscription === null && suppressed === null
        ? 'Nothing is stored about this person.'
        : 'This is everything stored about this person.',
      mentionedIn.length > 0 && `Mentioned in other people’s leads: ${mentionedIn.join(', ')}`,
    ],
  }),

  'people.forget': change({
    summary: 'Erase people everywhere (their calls are deleted without notifying them)',
    confirm: 'Their leads, calls, subscription, and emails will be deleted permanently.',
    command: 'forget',
    input: z.object({
      who: z.array(addressOrReference).min(1).meta({ description: 'email addresses or lead references' }),
    }),
    run: forget,
    message: forgottenText,
    hasFailed: ({ isWrittenAnew }) => isWrittenAnew,
  }),
}

async function forget(context: Context, { who }: { who: string[] }) {
  const { environment, now } = context
  const emails = who.filter((name) => name.includes('@'))
  const references = who.filter((name) => !name.includes('@'))
  const own = emails.find((email) => isStudioAddress(email, environment))
  if (own !== undefined) throw new Refusal(`${own} is the studio’s own address, so you can’t erase it.`)
  const { calls, ...forgotten } = await forgetPeople(context, { emails, references })
  const backups = await listBackups(environment.backupDir ?? '').catch(() => [])
  const keepDays = tryRead(readOffers)?.promises.keepBackupsDays
  return {
    ...forgotten,
    calls: calls.map(({ id, starts_at }) => ({
      lead: id,
      startsAt: formatIsoTime(starts_at),
      when: longTime(starts_at, studioZone(), 'en'),
    })),
    backups: backups.map(({ name }) => name).toSorted(),
    lastBackupGone: keepDays === undefined ? null : formatDay(new Date(now() + keepDays * dayMs)),
    wereEmailsSent: environment.smtpUrl !== undefined,
    isOnPostgres: environment.databaseUrl !== undefined,
  }
}

/** Whether an address is the studio's own. Every email contains it, so erasing it isn't possible. */
function isStudioAddress(email: string, { mailFrom, leadsTo }: Environment): boolean {
  const own = [tryRead(readStudio)?.email, mailFrom?.address, leadsTo?.address]
  return own.some((address) => address !== undefined && emailKey(address) === emailKey(email))
}

function forgottenText({
  calls,
  mentionedIn,
  backups,
  lastBackupGone,
  ...erased
}: Awaited<ReturnType<typeof forget>>): ActionMessage {
  const listed = mentionedIn.slice(0, maxNamed)
  const more = mentionedIn.length > maxNamed ? ` and ${mentionedIn.length - maxNamed} more (--json has all)` : ''
  const backupNames = backups.length > 3 ? `${backups[0]} … ${backups.at(-1)}` : backups.join(', ')
  const lastDay = lastBackupGone === null ? '' : ` The last is deleted by ${lastBackupGone}.`
  return [
    `Erased: leads ${erased.leads}, subscriptions ${erased.subscriptions}, emails ${erased.emails}, email files ${erased.files}.`,
    calls.length > 0 &&
      `Deleted ${counted(calls.length, 'call')}: ${calls.map(({ when }) => when).join('; ')}. The visitors weren’t notified.`,
    erased.otherRows > 0 && `Removed from ${counted(erased.otherRows, 'row')} about others.`,
    mentionedIn.length > 0 && {
      text: `These leads mentioned them: ${listed.join(', ')}${more}.`,
      fix: { label: 'To erase those leads too', command: `forget ${listed.join(' ')}` },
    },
    erased.wereEmailsSent && 'Sent emails are still in your email app. Delete them there.',
    erased.isOnPostgres && 'PostgreSQL’s own log and backups still contain their data. Ask its operator to erase them.',
    backups.length > 0 &&
      `${counted(backups.length, 'earlier backup')} might still contain their data (${backupNames}).${lastDay}`,
    'After restoring an earlier backup, run this again.',
    erased.isWrittenAnew && 'New data about them arrived while this was running. Run it again.',
  ]
}
