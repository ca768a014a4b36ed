import type { ReactNode } from 'react'
import type { CallRow, Db } from '../../migrations/tables.ts'
import { type CallKind, type Calls, kindOf } from '../../platform/content/calls.ts'
import type { EmailTexts } from '../../platform/content/email.ts'
import {
  type Brand,
  Button,
  Command,
  EmailLayout,
  type Link,
  type NoticeSettings,
  noticeEmail,
  paragraphs,
  Quote,
  renderEmail,
  Signature,
  Tag,
  type TagFact,
  untrusted,
} from '../../platform/email/EmailLayout.tsx'
import type { EmailAddress } from '../../platform/email/email-address.ts'
import type { EmailComposer, EmailText, NewEmail } from '../../platform/email/outbox-store.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { aboutLead, DeskButton, deskLink, greetingTo } from '../leads/emails.tsx'
import { readLead } from '../leads/store.ts'
import {
  type CallEvent,
  calendarText,
  changeCommands,
  eventForOwner,
  eventForVisitor,
  placeForVisitor,
} from './calendar-text.ts'
import { callPath } from './call-fields.ts'
import { dateIn, isSameTime, longDate, zoneName } from './call-time.ts'
import { changeableMs } from './calls.ts'
import { confirmLink, eventLink, manageKey, manageLink } from './links.ts'
import { type CallNews, type CallUpdate, callNews, isReminderWanted } from './notify.ts'
import { type Place, placeOf } from './place.ts'
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
    : { ...callForVisitor(update, settings, deps.now()), from, to: { name: '', address: lead.email } }
}

/** The address may be someone else's, so an unverified visitor's only input in it is a safe name. */
function callForVisitor({ call, lead, news }: CallUpdate, settings: CallEmailSettings, now: number): EmailText {
  const { calls, texts } = settings
  const { labels, foot, late, ...emails } = calls.mails
  const { lang } = texts.brand
  const kind = kindOf(calls, call.kind)
  const place = placeForVisitor(call, lead, kind)
  const isByOwner = call.booked_by === 'owner'
  const isUnreserved = news === 'confirm' && call.state === 'cancelled'
  const isArranged = news === 'booked' && isByOwner
  const isOff = news === 'cancelled'
  const { subject, lines } = emails[isUnreserved ? 'unreserved' : isArranged ? 'arranged' : news]
  const when = { call, isOff, lang }
  const facts: TagFact[] = [
    [labels.what, kind.event],
    [labels.when, ...timeLines(when, call.zone), ...otherTime(when, call.zone, calls.zone, labels.studioTime)],
    ...(isOff ? [] : [[labels.where, <Where key="where" {...place} />] as const]),
    [labels.reference, call.id],
  ]
  const button = buttonFor({ call, news }, { kind, place }, settings)
  const isChangeable = call.starts_at - changeableMs > now
  const rendered = renderEmail(
    <EmailLayout
      subject={subject}
      preview={`${longDate(call.starts_at, call.zone, lang)}, ${clocks(call, call.zone, lang)}`}
      brand={texts.brand}
      foot={isByOwner || news === 'confirm' || isOff ? [] : foot}
    >
      {paragraphs(greetingTo(lead.name, texts.receipt.greeting), ...lines)}
      <Tag facts={facts} />
      {button && <Button {...button} />}
      {news !== 'confirm' && !isOff && (isChangeable ? <Changes {...{ call, kind, settings }} /> : <p>{late}</p>)}
      <Signature lines={texts.signature} />
    </EmailLayout>,
  )
  return { ...rendered, calendar: invitation(eventForVisitor(call, lead, calls), news, settings) }
}

type When = { call: CallRow; isOff: boolean; lang: string }

/** `Thursday, November 26, 2026`, then `9:00–9:30 AM, Eastern Time`. */
function timeLines({ call, isOff, lang }: When, zone: string): ReactNode[] {
  const look = isOff ? 'struck' : ''
  return [
    <span key="date" className={`date ${look}`}>
      {longDate(call.starts_at, zone, lang)}
    </span>,
    <span key="time" className={look}>
      {`${clocks(call, zone, lang)}, ${zoneName(call.starts_at, zone, lang)}`}
    </span>,
  ]
}

/** The same time on other clocks, with the day if it's another one there. */
function otherTime({ call, isOff, lang }: When, zone: string, other: string, label: string): ReactNode[] {
  const { starts_at } = call
  if (isSameTime(starts_at, zone, other)) return []
  const isOtherDay = !dateIn(starts_at, zone).equals(dateIn(starts_at, other))
  const day = isOtherDay ? `${longDate(starts_at, other, lang)}, ` : ''
  return [
    <span key="other" className={`second ${isOff ? 'struck' : ''}`}>
      {`${label}: ${day}${clocks(call, other, lang)}, ${zoneName(starts_at, other, lang)}`}
    </span>,
  ]
}

/** `9:00–9:30 AM` */
function clocks({ starts_at, ends_at }: CallRow, timeZone: string, lang: string): string {
  const range = new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone }).formatRange(starts_at, ends_at)
  return range.replaceAll(/\s/g, ' ').replace(' – ', '–')
}

function Where({ text, value, href }: Place) {
  return (
    <>
      {value === '' ? text : `${text}: `}
      {href ? <a href={href}>{value}</a> : untrusted(value)}
    </>
  )
}

/** @returns undefined if there's nothing to press */
function buttonFor(
  { call, news }: Omit<CallUpdate, 'lead'>,
  { kind, place }: { kind: CallKind; place: Place },
  settings: CallEmailSettings,
): Link | undefined {
  const { confirm, cancelled, join, dial, save } = settings.calls.mails
  if (news === 'confirm') return { text: confirm.button, href: confirmLink(settings, call.id) }
  if (news === 'cancelled') return { text: cancelled.button, href: settings.siteUrl + callPath(kind) }
  if (news === 'booked' || news === 'moved') return { text: save, href: eventLink(settings, call.id) }
  if (news === 'requested' || place.href === undefined) return undefined
  return { text: place.joinUrl ? join : `${dial} ${place.value}`, href: place.href }
}

/** A call that waits for approval can only be canceled. */
function Changes({ call, kind, settings }: { call: CallRow; kind: CallKind; settings: CallEmailSettings }) {
  const { change, reschedule, cancel } = settings.calls.mails
  const query = new URLSearchParams({ move: manageKey(settings, call.id), zone: call.zone })
  return (
    <p>
      <span className="second">{change}</span>{' '}
      {call.state === 'booked' && (
        <>
          <a href={`${settings.siteUrl}${callPath(kind)}?${query}`}>{reschedule}</a>
          {' · '}
        </>
      )}
      <a href={`${manageLink(settings, call.id)}&do=cancel`}>{cancel}</a>
    </p>
  )
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
  const { calls, ownerBrand } = settings
  const { replyTo, subject, heading, quote } = aboutLead(lead, ownerHeadings[news])
  const kind = kindOf(calls, call.kind)
  const place = placeOf(kind.where, lead)
  const isOff = news === 'cancelled'
  const when = { call, isOff, lang: 'en' }
  const facts: TagFact[] = [
    ...(kind.name === '' ? [] : [['What', kind.name] as const]),
    ['When', ...timeLines(when, calls.zone), ...otherTime(when, calls.zone, call.zone, 'For the visitor')],
    // A visitor's number is quoted.
    ...(isOff || 'callback' in kind.where ? [] : [['Where', <Where key="where" {...place} />] as const]),
  ]
  const isJoining = news === 'reminder' && place.joinUrl !== undefined
  const approve = news === 'requested' ? `npm run studio -- calls approve ${call.id}\n` : ''
  const preview = `${longDate(call.starts_at, calls.zone, 'en')}, ${clocks(call, calls.zone, 'en')}`
  const rendered = renderEmail(
    <EmailLayout {...{ subject, heading, preview }} brand={ownerBrand}>
      <Tag facts={facts} />
      {isOff && call.note !== null && <Quote label="Reason" text={call.note} />}
      {quote}
      {isJoining ? <Button text="Join call" href={place.joinUrl ?? ''} /> : <DeskButton reference={lead.reference} />}
      {isJoining && (
        <p>
          <a href={deskLink(lead.reference).href}>{deskLink(lead.reference).text}</a>
        </p>
      )}
      {!isOff && (
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
      ? 'It has never been read, so every time counts as taken and nobody can book a call.'
      : `Calls can still be booked. The last copy counts until ${minuteOf(until)}.`
  return noticeEmail(
    'calendar-failed',
    addresses,
    <EmailLayout
      subject="One of your calendars can’t be read"
      preview={consequence}
      brand={brand}
      foot={['The site retries every five minutes. You won’t get another email about this.']}
    >
      <p>{`Reading ${name} in CALENDAR_URLS has failed since ${minuteOf(since)}. ${consequence}`}</p>
      <Quote label="What went wrong" text={problem} />
      <Command label="To test it now:" text="npm run studio -- doctor" />
    </EmailLayout>,
  )
}
