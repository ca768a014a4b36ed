import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Kysely } from 'kysely'
import type { CallRow, LeadRow, Tables } from '../../migrations/tables.ts'
import type { Calls } from '../../platform/content/calls.ts'
import type { EmailTexts } from '../../platform/content/email.ts'
import type { EmailAddress } from '../../platform/email/email-address.ts'
import { type Brand, part, renderEmail } from '../../platform/email/layout.ts'
import { type EmailComposer, type EmailComposers, type EmailText, enqueue } from '../../platform/email/outbox-store.ts'
import { aboutLead, givenName } from '../leads/emails.ts'
import { type EmailDeps, notifyOfLead, toOwner } from '../leads/notify.ts'
import { readLead } from '../leads/store.ts'
import { longTime } from './call-time.ts'
import { confirmLink, manageLink } from './links.ts'
import { findCall } from './store.ts'

const callNews = ['confirm', 'booked', 'moved', 'cancelled', 'reminder'] as const
type CallNews = (typeof callNews)[number]

export type CallUpdate = { call: CallRow; lead: LeadRow; news: CallNews }

/** Runs in the transaction that changes the call, before mailbox limits are counted: locks are taken in one order. */
export async function notifyOwner(tx: Kysely<Tables>, deps: EmailDeps, update: CallUpdate, now: number): Promise<void> {
  const { call, lead, news } = update
  const [kind, at] = [`call-${news}-owner`, Math.max(now, call.changed_at)]
  if (news !== 'reminder') return await notifyOfLead(tx, deps, { lead, outcome: 'new' }, at, kind)
  // A reminder never waits in a digest.
  await enqueue(tx, { kind, about: lead.reference, ...toOwner(deps) }, at, now)
}

export async function notifyVisitor(tx: Kysely<Tables>, deps: EmailDeps, update: CallUpdate, now: number) {
  const { call, lead, news } = update
  const to = { name: '', address: lead.email }
  const email = { ...toOwner(deps), kind: `call-${news}`, about: lead.reference, to }
  await enqueue(tx, email, Math.max(now, call.changed_at), now)
}

export type CallEmailSettings = {
  calls: Calls
  texts: EmailTexts
  ownerBrand: Brand
  emailSettings: { from: EmailAddress; leadsTo: EmailAddress }
  siteUrl: string
  linkKey: string
}

/** Emails are rendered when they're sent, and skipped if the call has changed since. */
export function callEmails(settings: () => CallEmailSettings, now: () => number): EmailComposers {
  const compose =
    (news: CallNews, render: typeof callForVisitor): EmailComposer =>
    async (db, { about, created_at }) => {
      const [call, lead] = about === null ? [] : [await findCall(db, about), await readLead(db, about)]
      if (call === undefined || lead === undefined || created_at < call.changed_at) return undefined
      if (news === 'reminder' && (call.state !== 'booked' || call.starts_at <= now())) return undefined
      return render({ call, lead, news }, settings())
    }
  return Object.fromEntries(
    callNews.flatMap((news) => [
      [`call-${news}`, compose(news, callForVisitor)],
      [`call-${news}-owner`, compose(news, callForOwner)],
    ]),
  )
}

/** The only visitor input it repeats is a safe name: the address may be someone else's. */
function callForVisitor({ call, lead, news }: CallUpdate, settings: CallEmailSettings): EmailText {
  const { calls, texts, siteUrl } = settings
  const { labels, manage, foot, ...emails } = calls.mails
  const { subject, lines } = news === 'confirm' && call.state === 'cancelled' ? emails.unreserved : emails[news]
  const when = (zone: string) => longTime(call.starts_at, zone, texts.brand.lang)
  const links = {
    confirm: { text: emails.confirm.button, href: confirmLink(settings, call.id) },
    cancelled: { text: emails.cancelled.button, href: `${siteUrl}/call` },
    manage: { text: manage, href: manageLink(settings, call.id) },
  }
  const facts = [
    [labels.when, when(call.zone)],
    ...(call.zone === calls.zone ? [] : [[labels.studioTime, when(calls.zone)] as const]),
    [labels.how, calls.how],
    [labels.reference, call.id],
  ] as const
  return {
    ...renderEmail({
      subject,
      preview: when(call.zone),
      brand: texts.brand,
      parts: [
        part.line(`${[texts.receipt.greeting, givenName(lead.name)].filter(Boolean).join(' ')},`),
        ...lines.map(part.line),
        ...facts.map(part.label),
        part.buttonWithAddress(links[news === 'confirm' || news === 'cancelled' ? news : 'manage']),
        part.signature(texts.signature),
      ],
      foot,
    }),
    calendar: invitation({ call, lead, news }, settings),
  }
}

const ownerHeadings: Record<CallNews, string> = {
  confirm: 'Call to be confirmed by',
  booked: 'New call with',
  moved: 'Moved: call with',
  cancelled: 'Canceled: call with',
  reminder: 'Soon: call with',
}

function callForOwner({ call, lead, news }: CallUpdate, settings: CallEmailSettings): EmailText {
  const when = longTime(call.starts_at, settings.calls.zone, 'en')
  const commands = `npm run studio -- calls cancel ${call.id}\nnpm run studio -- calls move ${call.id} "2026-12-01 14:30"`
  const { replyTo, subject, head, quote } = aboutLead(lead, ownerHeadings[news])
  return {
    replyTo,
    ...renderEmail({
      ...{ subject, head, brand: settings.ownerBrand },
      preview: when,
      parts: [
        part.label(['When', when]),
        part.label(['For the visitor', longTime(call.starts_at, call.zone, 'en')]),
        quote,
        ...(call.note === null ? [] : [part.label(['Note', call.note])]),
        ...(news === 'cancelled'
          ? []
          : [part.command('To cancel it, or move it to another time (in your time zone):', commands)]),
      ],
    }),
    calendar: invitation({ call, lead, news }, settings),
  }
}

function invitation({ call, lead, news }: CallUpdate, settings: CallEmailSettings): EmailText['calendar'] {
  if (news === 'confirm' || news === 'reminder') return undefined
  const method = call.state === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const visitor = { name: givenName(lead.name) ?? '', address: lead.email }
  return { method, content: calendarText(method, [{ call, visitor }], settings) }
}

type CallEvent = {
  call: Pick<CallRow, 'uid' | 'sequence' | 'starts_at' | 'ends_at' | 'state' | 'changed_at'>
  visitor: EmailAddress
  title?: string
}

/** iCalendar (RFC 5545). REQUEST and CANCEL are for emails (iTIP, RFC 5546), PUBLISH for files and feeds. */
export function calendarText(
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  events: readonly CallEvent[],
  { calls, emailSettings }: { calls: Pick<Calls, 'event' | 'how'>; emailSettings: CallEmailSettings['emailSettings'] },
): string {
  const calendar = ical({
    prodId: { company: 'kitewright', product: 'calls', language: 'EN' },
    method: ICalCalendarMethod[method],
  })
  for (const { call, visitor, title = calls.event } of events) {
    calendar.createEvent({
      id: call.uid,
      sequence: call.sequence,
      stamp: new Date(call.changed_at),
      start: new Date(call.starts_at),
      end: new Date(call.ends_at),
      summary: title,
      description: calls.how,
      status: call.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: emailSettings.from.name, email: emailSettings.from.address },
      attendees: [visitor, emailSettings.leadsTo].map(({ name, address }) => ({
        name: name || address,
        email: address,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      })),
    })
  }
  // The last line ends with a line break, too (RFC 5545, 3.1).
  return `${calendar.toString()}\r\n`
}
