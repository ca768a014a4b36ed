import type { ReactNode } from 'react'
import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import { kindNameOf, kindOf } from '../../platform/content/calls.ts'
import { emailTexts, ownerBrand } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import {
  Button,
  Command,
  EmailLayout,
  type Link,
  paragraphs,
  Quote,
  renderEmail,
  Signature,
  Tag,
  type TagFact,
  untrusted,
} from '../../platform/email/layout/EmailLayout.tsx'
import type { EmailRow, NewEmail, RenderedEmail } from '../../platform/email/outbox/store.ts'
import { formatMinute } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { emailType, storedEmailType } from '../email-type.ts'
import { aboutLead, deskLink, greetingTo } from '../leads/lead-email.tsx'
import { toOwner } from '../leads/notify.ts'
import { readLead } from '../leads/store.ts'
import { type CallEvent, calendarText, eventForOwner, eventForVisitor, placeForVisitor } from './calendar-text.ts'
import { callPath, isCallback, type Place, placeOf } from './kinds.ts'
import { changeableMs, changeCommands, confirmLink, manageKey } from './links.ts'
import { isReminderWanted } from './reminders.ts'
import { findCall } from './store.ts'
import { type DescribedTime, describeTime, zoneName } from './times.ts'

/** The news in an email about a call. */
type CallNews = 'confirm' | 'requested' | 'booked' | 'moved' | 'cancelled' | 'reminder'

export type FoundCall = { call: CallRow; lead: LeadRow }
export type CallUpdate = FoundCall & { news: CallNews }

/** Finds a call and its lead, unless the call has changed since the email was queued. */
async function findCallOf(db: Db, { about, created_at }: EmailRow) {
  const call = about === null ? undefined : await findCall(db, about)
  const lead = about === null ? undefined : await readLead(db, about)
  const isCurrent = call !== undefined && lead !== undefined && created_at >= call.changed_at
  return isCurrent ? { call, lead } : undefined
}

async function findReminder(db: Db, row: EmailRow, context: Context) {
  const found = await findCallOf(db, row)
  return found && (await isReminderWanted(db, row, found, context)) ? found : undefined
}

type FindCall = (db: Db, row: EmailRow, context: Context) => Promise<FoundCall | undefined>

function forVisitor(news: CallNews, find: FindCall = findCallOf) {
  const view = (found: FoundCall, context: Context) => callForVisitor({ ...found, news }, context)
  return { to: 'lead', find, view } as const
}

function forOwner(news: CallNews, find: FindCall = findCallOf) {
  const view = (found: FoundCall, context: Context) => callForOwner({ ...found, news }, context)
  return { to: 'owner', find, view } as const
}

export const callEmails = [
  emailType({ kind: 'call-confirm', name: 'call confirmation request', ...forVisitor('confirm') }),
  emailType({ kind: 'call-requested', name: 'call to approve', ...forVisitor('requested') }),
  emailType({ kind: 'call-booked', name: 'call confirmation', ...forVisitor('booked') }),
  emailType({ kind: 'call-moved', name: 'notice of a moved call', ...forVisitor('moved') }),
  emailType({ kind: 'call-cancelled', name: 'cancellation', ...forVisitor('cancelled') }),
  emailType({ kind: 'call-reminder', name: 'call reminder', ...forVisitor('reminder', findReminder) }),
  emailType({ kind: 'call-reminder-hour', name: 'call reminder', ...forVisitor('reminder', findReminder) }),

  emailType({ kind: 'call-requested-owner', name: 'call to approve', ...forOwner('requested') }),
  emailType({ kind: 'call-booked-owner', name: 'call confirmation', ...forOwner('booked') }),
  emailType({ kind: 'call-moved-owner', name: 'notice of a moved call', ...forOwner('moved') }),
  emailType({ kind: 'call-cancelled-owner', name: 'cancellation', ...forOwner('cancelled') }),
  emailType({ kind: 'call-reminder-owner', name: 'call reminder', ...forOwner('reminder', findReminder) }),
  emailType({ kind: 'call-reminder-hour-owner', name: 'call reminder', ...forOwner('reminder', findReminder) }),

  storedEmailType({ kind: 'calendar-failed', name: 'calendar alert', to: 'owner' }),
]

export type CallEmailKind = (typeof callEmails)[number]['kind']

/** The content and settings for emails about calls. */
function callEmailSettings({ environment, linkKey }: Context) {
  const { siteUrl } = environment
  const content = siteContent()
  const { calls } = content
  if (calls === undefined) throw new Error('content/calls.yaml is missing')
  return { calls, texts: emailTexts(content, siteUrl), siteUrl, linkKey }
}

/** Renders an email to the visitor. The address could be someone else's, so the only visitor input is a safe name. */
function callForVisitor({ call, lead, news }: CallUpdate, context: Context): RenderedEmail {
  const settings = callEmailSettings(context)
  const { calls, texts, siteUrl } = settings
  const { links } = calls
  const { foot, late, join, dial, save, ...emails } = calls.mails
  const kind = kindOf(calls, call.kind)
  const place = placeForVisitor(call, lead, kind)
  const isByOwner = call.booked_by === 'owner'
  const isOff = news === 'cancelled'
  const { subject, lines } = emails[copyKey(call, news)]
  const format = { zone: call.zone, lang: texts.brand.lang, zoneNames: calls.zoneNames }
  const time = describeTime(call.starts_at, call.ends_at, format, { zone: calls.zone, myTime: calls.page.myTime })
  const facts: TagFact[] = [
    [links.labels.call, kind.event],
    [links.labels.when, ...timeLines(time, isOff)],
    ...(isOff ? [] : [[links.labels.where, <Where key="where" {...place} />] as const]),
    [links.labels.reference, call.id],
  ]
  const key = manageKey(settings, call.id)
  const toCalendar = { text: save, href: `${siteUrl}/call/event.ics?key=${key}` }
  const buttons: Partial<Record<CallNews, Link>> = {
    confirm: { text: emails.confirm.button, href: confirmLink(settings, call.id) },
    cancelled: { text: emails.cancelled.button, href: siteUrl + callPath(kind) },
    booked: toCalendar,
    moved: toCalendar,
    ...(place.href && { reminder: { text: place.joinUrl ? join : `${dial} ${place.value}`, href: place.href } }),
  }
  const button = buttons[news]
  const cancel = `${siteUrl}/call/manage?key=${key}&do=cancel`
  // A call waiting for approval can only be canceled.
  const isFixed = news === 'requested'
  const changes = isFixed
    ? withLinks(`[${links.cancel.button}]`, [cancel])
    : withLinks(links.change, [`${siteUrl}/call?move=${key}`, cancel])
  const isChangeable = call.starts_at - changeableMs > context.now()
  const rendered = renderEmail(
    <EmailLayout
      {...{ subject, preview: `${time.date}, ${time.range}, ${time.zoneLabel}`, brand: texts.brand }}
      foot={isByOwner || isOff || news === 'confirm' ? [] : foot}
    >
      {paragraphs(greetingTo(lead.name, texts.receipt.greeting), ...lines)}
      <Tag facts={facts} />
      {button && <Button {...button} />}
      {news !== 'confirm' && !isOff && <p>{isChangeable ? changes : late}</p>}
      <Signature lines={texts.signature} />
    </EmailLayout>,
  )
  return { ...rendered, calendar: invitation(eventForVisitor(call, lead, calls), news, context) }
}

/** An email's key under `mails` in content/calls.yaml. */
function copyKey({ booked_by, state }: CallRow, news: CallNews) {
  if (news === 'confirm' && state === 'cancelled') return 'unreserved'
  if (news === 'booked' && booked_by === 'owner') return 'arranged'
  return news
}

/** `Thursday, November 26, 2026`, `9:00–9:30 AM, Eastern Time (New York)`, and the time on the other clock. */
function timeLines({ date, range, zoneLabel, myRange }: DescribedTime, isOff: boolean): ReactNode[] {
  const look = isOff ? 'struck' : ''
  const [weekday, ...rest] = date.split(', ')
  return [
    <span key="date" className={`date ${look}`}>
      {weekday}
      {rest.length > 0 && ', '}
      <span className="unbroken">{rest.join(', ')}</span>
    </span>,
    <span key="time" className={look}>{`${range}, ${zoneLabel}`}</span>,
    myRange && (
      <span key="other" className={`second ${look}`}>
        {myRange}
      </span>
    ),
  ].filter(Boolean)
}

function Where({ text, value, href }: Place) {
  return (
    <>
      {value === '' ? text : `${text}: `}
      {href ? <a href={href}>{value}</a> : untrusted(value)}
    </>
  )
}

/** Turns each [part in brackets] into a link. @param hrefs the links' URLs, in order */
function withLinks(text: string, hrefs: readonly string[]): ReactNode[] {
  return text.split(/[[\]]/).map((part, i) => {
    if (i % 2 === 0) return part
    return (
      <a key={part} href={hrefs[(i - 1) / 2]}>
        {part}
      </a>
    )
  })
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
    'You’ve had a lot of bookings today, so this call needs your OK. Until then, its time is open to others. To approve, cancel, or move it (in your time zone):',
}

function callForOwner({ call, lead, news }: CallUpdate, context: Context): RenderedEmail {
  const settings = callEmailSettings(context)
  const { calls, siteUrl } = settings
  const { replyTo, subject, heading, quote } = aboutLead(lead, ownerHeadings[news])
  const kind = kindOf(calls, call.kind)
  const kindName = kindNameOf(calls, call.kind)
  const place = placeOf(kind.where, lead)
  const isOff = news === 'cancelled'
  const format = { zone: calls.zone, lang: 'en', zoneNames: calls.zoneNames }
  const myTime = `{time} for the visitor (${zoneName(call.starts_at, call.zone, 'en', calls.zoneNames)})`
  const time = describeTime(call.starts_at, call.ends_at, format, { zone: call.zone, myTime })
  const facts: TagFact[] = [
    ...(kindName === '' ? [] : [['What', kindName] as const]),
    ['When', ...timeLines(time, isOff)],
    // For callbacks, the quote below already has the visitor's number.
    ...(isOff || isCallback(kind) ? [] : [['Where', <Where key="where" {...place} />] as const]),
  ]
  const join = news === 'reminder' && place.joinUrl && { text: 'Join call', href: place.joinUrl }
  const approve = news === 'requested' ? `npm run studio -- calls approve ${call.id}\n` : ''
  const rendered = renderEmail(
    <EmailLayout {...{ subject, heading, preview: `${time.date}, ${time.range}`, brand: ownerBrand(siteUrl) }}>
      <Tag facts={facts} />
      {isOff && call.note !== null && <Quote label="Reason" text={call.note} />}
      {!(isOff && call.note !== null) && quote}
      <Button {...(join || deskLink(lead.reference))} />
      {!isOff && (
        <Command
          label={commandLabels[news === 'requested' ? 'requested' : 'booked']}
          text={approve + changeCommands(call)}
        />
      )}
    </EmailLayout>,
  )
  return { replyTo, ...rendered, calendar: invitation(eventForOwner(call, lead, calls), news, context) }
}

function invitation(event: CallEvent, news: CallNews, context: Context): RenderedEmail['calendar'] {
  if (news === 'confirm' || news === 'requested' || news === 'reminder') return undefined
  const method = event.call.state === 'cancelled' ? 'CANCEL' : 'REQUEST'
  return { method, content: calendarText(method, [event], context) }
}

/** Renders an alert about an unreadable calendar. Only the owner sees this email, so its copy isn't in content/. */
export function calendarFailedEmail(
  { name, problem, since, until }: { name: string; problem: string; since: number; until: number },
  context: Context,
): NewEmail {
  const consequence =
    until === 0
      ? 'The site has never been able to read it, so visitors can’t book any call.'
      : `Visitors can still book calls. The site uses the last copy until ${formatMinute(until)}.`
  const rendered = renderEmail(
    <EmailLayout
      subject="Couldn’t read one of your calendars"
      preview={consequence}
      brand={ownerBrand(context.environment.siteUrl)}
      foot={['The site retries every five minutes. You won’t get another email about this.']}
    >
      <p>{`Reading ${name} in CALENDAR_URLS has failed since ${formatMinute(since)}. ${consequence}`}</p>
      <Quote label="What went wrong" text={problem} />
      <Command label="To test it now:" text="npm run studio -- doctor" />
    </EmailLayout>,
  )
  return { kind: 'calendar-failed', ...toOwner(context), ...rendered }
}
