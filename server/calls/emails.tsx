import type { Db } from '../../migrations/tables.ts'
import { type Calls, kindOf } from '../../platform/content/calls.ts'
import type { EmailTexts } from '../../platform/content/email.ts'
import {
  type Brand,
  Button,
  Command,
  EmailLayout,
  LabeledFact,
  type NoticeSettings,
  noticeEmail,
  paragraphs,
  Quote,
  renderEmail,
  Signature,
} from '../../platform/email/EmailLayout.tsx'
import type { EmailAddress } from '../../platform/email/email-address.ts'
import type { EmailComposer, EmailText, NewEmail } from '../../platform/email/outbox-store.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { aboutLead, DeskButton, greetingTo } from '../leads/emails.tsx'
import { readLead } from '../leads/store.ts'
import { type CallEvent, calendarText, changeCommands, eventForOwner, eventForVisitor } from './calendar-text.ts'
import { isSameTime, longTime } from './call-time.ts'
import { confirmLink, manageLink } from './links.ts'
import { type CallNews, type CallUpdate, callNews, isReminderWanted } from './notify.ts'
import { placeLine, placeOf } from './place.ts'
import { findCall } from './store.ts'

export type CallEmailSettings = {
  calls: Calls
  texts: EmailTexts
  ownerBrand: Brand
  emailSettings: { from: EmailAddress; leadsTo: EmailAddress }
  siteUrl: string
  linkKey: string
}

type CallEmailDeps = Pick<Context, 'now' | 'limits' | 'salt'> & { readSettings: () => CallEmailSettings }

/** An email about a call, rendered when it's sent. @returns undefined if the call has changed since @throws NotYet */
export async function callEmail(
  db: Db,
  email: Parameters<EmailComposer>[1],
  deps: CallEmailDeps,
): Promise<EmailText | undefined> {
  const { kind, about, created_at } = email
  const [call, lead] = about === null ? [] : [await findCall(db, about), await readLead(db, about)]
  const news = callNews.find((name) => kind.startsWith(`call-${name}`))
  if (call === undefined || lead === undefined || news === undefined || created_at < call.changed_at) return undefined
  const settings = deps.readSettings()
  const { from, leadsTo } = settings.emailSettings
  const update = { call, lead, news }
  if (news === 'reminder' && !(await isReminderWanted(db, email, update, deps))) return undefined
  return kind.endsWith('-owner')
    ? { ...callForOwner(update, settings), from, to: leadsTo }
    : { ...callForVisitor(update, settings), from, to: { name: '', address: lead.email } }
}

/** The address may be someone else's, so the only visitor input in it is a safe name. */
function callForVisitor({ call, lead, news }: CallUpdate, settings: CallEmailSettings): EmailText {
  const { calls, texts, siteUrl } = settings
  const { labels, manage, foot, ...emails } = calls.mails
  const isByOwner = call.booked_by === 'owner'
  const isUnreserved = news === 'confirm' && call.state === 'cancelled'
  const isArranged = news === 'booked' && isByOwner
  const { subject, lines } = emails[isUnreserved ? 'unreserved' : isArranged ? 'arranged' : news]
  const when = (zone: string) => longTime(call.starts_at, zone, texts.brand.lang)
  const links = {
    confirm: { text: emails.confirm.button, href: confirmLink(settings, call.id) },
    cancelled: { text: emails.cancelled.button, href: `${siteUrl}/call` },
    manage: { text: manage, href: manageLink(settings, call.id) },
  }
  const facts = [
    [labels.when, when(call.zone)],
    ...(isSameTime(call.starts_at, call.zone, calls.zone) ? [] : [[labels.studioTime, when(calls.zone)] as const]),
    [labels.how, placeLine(placeOf(kindOf(calls, call.kind).where, lead))],
    [labels.reference, call.id],
  ] as const
  const rendered = renderEmail(
    <EmailLayout subject={subject} preview={when(call.zone)} brand={texts.brand} foot={isByOwner ? [] : foot}>
      {paragraphs(greetingTo(lead.name, texts.receipt.greeting), ...lines)}
      {facts.map(([label, value]) => (
        <LabeledFact key={label} label={label} value={value} />
      ))}
      <Button {...links[news === 'confirm' || news === 'cancelled' ? news : 'manage']} isAddressShown />
      <Signature lines={texts.signature} />
    </EmailLayout>,
  )
  return { ...rendered, calendar: invitation(eventForVisitor(call, lead, calls), news, settings) }
}

const ownerHeadings: Record<CallNews, string> = {
  confirm: 'Unconfirmed call with',
  requested: 'Approve or decline: call with',
  booked: 'New call with',
  moved: 'Moved: call with',
  cancelled: 'Canceled: call with',
  reminder: 'Soon: call with',
}

const commandLabels = {
  booked: 'To cancel it, or move it to another time (in your time zone):',
  requested:
    'Many calls were booked today, so the time of this call stays free until you approve it. To approve it, cancel it, or move it to another time (in your time zone):',
}

function callForOwner({ call, lead, news }: CallUpdate, settings: CallEmailSettings): EmailText {
  const { zone } = settings.calls
  const when = longTime(call.starts_at, zone, 'en')
  const approve = news === 'requested' ? `npm run studio -- calls approve ${call.id}\n` : ''
  const { replyTo, subject, heading, quote } = aboutLead(lead, ownerHeadings[news])
  const rendered = renderEmail(
    <EmailLayout subject={subject} heading={heading} preview={when} brand={settings.ownerBrand}>
      <LabeledFact label="When" value={when} />
      {!isSameTime(call.starts_at, call.zone, zone) && (
        <LabeledFact label="For the visitor" value={longTime(call.starts_at, call.zone, 'en')} />
      )}
      {quote}
      {call.note !== null && <LabeledFact label="Note" value={call.note} />}
      <DeskButton reference={lead.reference} />
      {news !== 'cancelled' && (
        <Command
          label={commandLabels[news === 'requested' ? 'requested' : 'booked']}
          text={approve + changeCommands(call)}
        />
      )}
    </EmailLayout>,
  )
  return { replyTo, ...rendered, calendar: invitation(eventForOwner(call, lead, settings.calls), news, settings) }
}

function invitation(event: CallEvent, news: CallNews, settings: CallEmailSettings): EmailText['calendar'] {
  if (news === 'confirm' || news === 'requested' || news === 'reminder') return undefined
  const method = event.call.state === 'cancelled' ? 'CANCEL' : 'REQUEST'
  return { method, content: calendarText(method, [event], settings) }
}

/** An email to the owner only, so its text isn't in content/. */
export function calendarFailedEmail(
  { name, problem, since, until }: { name: string; problem: string; since: number; until: number },
  { brand, ...addresses }: NoticeSettings,
): NewEmail {
  const consequence =
    until === 0
      ? 'It was never read, so nobody can book a call: every time counts as taken.'
      : `Calls can still be booked. The last copy counts until ${minuteOf(until)}.`
  return noticeEmail(
    'calendar-failed',
    addresses,
    <EmailLayout
      subject="One of your calendars can’t be read"
      preview={consequence}
      brand={brand}
      foot={['It’s retried every five minutes. You get only one email about it.']}
    >
      <p>{`${name} in CALENDAR_URLS hasn’t been read since ${minuteOf(since)}. ${consequence}`}</p>
      <Quote label="What went wrong" text={problem} />
      <Command label="To test it now:" text="npm run studio -- doctor" />
    </EmailLayout>,
  )
}
