import type { CallRow, LeadRow } from '../../migrations/tables.ts'
import { oneLine } from '../../platform/email/escape.ts'
import { type NotePart, noteWords } from '../../platform/email/layout.ts'
import { mailtoHref } from '../../platform/email/mail-address.ts'
import type { MailWords } from '../../platform/email/outbox-store.ts'
import { givenName, isNameLike } from '../leads/person-name.ts'
import { callInvitation } from './call-event.ts'
import { confirmLink, manageLink } from './call-links.ts'
import type { CallMailSettings, CallNews } from './call-mails.ts'
import { longTime } from './call-time.ts'

type Told = { call: CallRow; lead: LeadRow }

/** Of the visitor's words it holds only a safe name: the address may be someone else's. */
export function callForVisitor(news: CallNews, { call, lead }: Told, settings: CallMailSettings): MailWords {
  const { calls, texts, siteUrl } = settings
  const { labels, manage, foot, ...mails } = calls.mails
  const { subject, lines } = news === 'confirm' && call.state === 'cancelled' ? mails.unreserved : mails[news]
  const { lang } = texts.brand
  const line = (text: string) => ({ kind: 'line', text }) as const
  const label = (name: string, text: string) => ({ kind: 'label', label: name, text }) as const
  const name = givenName(lead.name)
  const button =
    news === 'confirm'
      ? { text: mails.confirm.button, href: confirmLink(settings, call.id) }
      : news === 'cancelled'
        ? { text: mails.cancelled.button, href: `${siteUrl}/call` }
        : { text: manage, href: manageLink(settings, call.id) }
  return {
    ...noteWords({
      subject,
      preview: longTime(call.starts_at, call.zone, lang),
      brand: texts.brand,
      parts: [
        { kind: 'heading', text: subject },
        line(`${[texts.receipt.greeting, name].filter(Boolean).join(' ')},`),
        ...lines.map(line),
        label(labels.when, longTime(call.starts_at, call.zone, lang)),
        ...(call.zone === calls.zone ? [] : [label(labels.studioTime, longTime(call.starts_at, calls.zone, lang))]),
        label(labels.how, calls.how),
        label(labels.reference, call.id),
        { kind: 'button', link: button, isShown: true },
        { kind: 'signature', lines: texts.signature },
      ],
      foot,
      links: [{ text: texts.address, href: `mailto:${texts.address}` }],
    }),
    calendar: invitation(news, call, lead, settings),
  }
}

const ownerWords: Record<CallNews, string> = {
  confirm: 'Call to be confirmed by',
  booked: 'New call with',
  moved: 'Moved: call with',
  cancelled: 'Canceled: call with',
  reminder: 'Soon: call with',
}

export function callForOwner(news: CallNews, { call, lead }: Told, settings: CallMailSettings): MailWords {
  const { calls, ownerBrand } = settings
  const name = oneLine(lead.name)
  const who = isNameLike(name) ? name : lead.email
  const when = longTime(call.starts_at, calls.zone, 'en')
  const parts: NotePart[] = [
    { kind: 'who', above: ownerWords[news], text: who, mail: { text: lead.email, href: mailtoHref(lead.email) } },
    { kind: 'label', label: 'When', text: when },
    { kind: 'label', label: 'For the visitor', text: longTime(call.starts_at, call.zone, 'en') },
    {
      kind: 'quote',
      label: 'In the visitor’s words',
      facts: who === name ? [] : [['Name', lead.name]],
      text: lead.project,
    },
    ...(call.note === null ? [] : [{ kind: 'label', label: 'Note', text: call.note } as const]),
    ...(news === 'cancelled'
      ? []
      : [
          {
            kind: 'command',
            label: 'To cancel it, or to move it to another time by your clock:',
            text: `npm run studio -- calls cancel ${call.id}\nnpm run studio -- calls move ${call.id} "2026-12-01 14:30"`,
          } as const,
        ]),
  ]
  return {
    replyTo: { name, address: lead.email },
    ...noteWords({
      subject: `${ownerWords[news]} ${name || lead.email} (${call.id})`,
      preview: when,
      brand: ownerBrand,
      parts,
    }),
    calendar: invitation(news, call, lead, settings),
  }
}

function invitation(news: CallNews, call: CallRow, lead: LeadRow, { calls, mail }: CallMailSettings) {
  if (news === 'confirm' || news === 'reminder') return undefined
  return callInvitation(call, {
    title: calls.event,
    how: calls.how,
    organizer: mail.from,
    attendees: [{ name: givenName(lead.name) ?? '', address: lead.email }, mail.leadsTo],
  })
}
