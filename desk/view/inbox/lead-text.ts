import { oneLine, quoted } from '../../../platform/text/clean-text.ts'
import { durationShort } from '../../../platform/text/durations.ts'
import { hourMs } from '../../../platform/text/time-text.ts'
import type { ResultOf } from '../client.ts'
import { type Clock, cityOf, createClock } from '../times.ts'

export type Lead = ResultOf<'leads.show'>
export type LeadRow = ResultOf<'leads.list'>['leads'][number]

const urgentMs = 6 * hourMs

/** A lead’s urgency: `4 h overdue`, `15 h left`, or `Reply failed`. If no reply time is promised, the lead’s age. */
export function urgencyOf({ waits, dueAt, answered_at, created_at }: LeadRow, clock: Clock) {
  if (waits && answered_at !== null) return { text: 'Reply failed', isLate: true, isUrgent: true }
  if (dueAt === null) return { text: clock.ageOrDate(created_at), isLate: false, isUrgent: false }
  if (dueAt < clock.now) return { text: `${durationShort(clock.now - dueAt)} overdue`, isLate: true, isUrgent: true }
  return { text: `${durationShort(dueAt - clock.now)} left`, isLate: false, isUrgent: dueAt - clock.now < urgentMs }
}

/** Prevents line breaks between sentences, so a truncated line can’t end with a period and an ellipsis (four dots). */
export function rowText(text: string): string {
  return text.replaceAll(/(?<=[.!?…]) /g, '\u00A0')
}

/** `Due 4 h ago`, `Due in 20 h`, or `Answered Today 1:12 PM` */
export function dueText({ waits, dueAt, answered_at }: Lead, clock: Clock): string {
  if (!waits) return answered_at === null ? '' : `Answered ${clock.recent(answered_at)}`
  if (dueAt === null) return ''
  return dueAt < clock.now
    ? `Due ${durationShort(clock.now - dueAt)} ago`
    : `Due in ${durationShort(dueAt - clock.now)}`
}

/** `Contact form` or `Chat`, for example */
export function sourceText({ kind, hasChat, abandoned }: LeadRow): string {
  if (abandoned === 1) return 'Chat, not sent'
  return { contact: 'Contact form', consultation: hasChat ? 'Chat' : 'Consultation', call: 'Call' }[kind]
}

/** Keeps links below about 2,000 characters, the most that all browsers and email apps accept. */
const maxQuotedCharacters = 1_000

/** A link that opens a reply in the owner’s email app, quoting the visitor’s message (RFC 6068). */
export function replyLink(lead: Pick<Lead, 'reference' | 'email' | 'name' | 'text'>): string {
  const { reference, email, name, text } = lead
  const truncated = text.length > maxQuotedCharacters ? `${text.slice(0, maxQuotedCharacters).trimEnd()} …` : text
  const body = `\n\n${oneLine(name) || email} wrote:\n${quoted(truncated)}\n`.replaceAll('\n', '\r\n')
  const query = [`subject=${encodeURIComponent(`Re: your message ${reference}`)}`, `body=${encodeURIComponent(body)}`]
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${query.join('&')}`
}

/** The visitor’s local time, like `7:10 AM in New York`, or null if it’s the same as the studio’s. */
export function localTimeText(zone: string | null, clock: Clock): string | null {
  if (zone === null) return null
  const time = createClock(zone, clock.now).time(clock.now)
  return time === clock.time(clock.now) ? null : `${time} in ${cityOf(zone)}`
}
