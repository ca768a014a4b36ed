import type { LeadRow } from '../../migrations/tables.ts'
import { emailTexts, ownerBrand } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { mailtoHref } from '../../platform/email/address.ts'
import {
  Button,
  Command,
  EmailLayout,
  type Fact,
  type Link,
  linked,
  paragraphs,
  Quote,
  renderEmail,
  Signature,
  Tag,
  untrusted,
} from '../../platform/email/layout/EmailLayout.tsx'
import type { RenderedEmail } from '../../platform/email/outbox/store.ts'
import { deskUrl } from '../../platform/environment.ts'
import { oneLine } from '../../platform/text/clean-text.ts'
import type { Context } from '../context.ts'
import { detailsOf, leadCircumstances } from './lead-record.ts'
import { readTranscript, type TranscriptMessage, transcriptLines } from './transcript.ts'

/** Maximum length of the message's preview in inboxes, in characters. */
const maxPreview = 120

const abandonedHint =
  'The visitor left without sending this but agreed to be contacted. They got no receipt, and the address could have a typo.'

export function newLeadEmail(lead: LeadRow, context: Context): RenderedEmail {
  return ownerEmail(lead, context, false)
}

export function changedLeadEmail(lead: LeadRow, context: Context): RenderedEmail {
  return ownerEmail(lead, context, true)
}

/** Renders an email to the owner. It works even if content/ is invalid. */
function ownerEmail(lead: LeadRow, { environment }: Context, isUpdate: boolean): RenderedEmail {
  const { reference, email } = lead
  const brand = ownerBrand(environment.siteUrl)
  const prefix = `${isUpdate ? 'Updated: ' : ''}${lead.status === 'suspicious' ? 'Suspicious: ' : ''}`
  const { replyTo, subject, heading, quote } = aboutLead(lead, prefix + arrivalText(lead, isUpdate))
  const preview = `“${[...oneLine(lead.project)].slice(0, maxPreview).join('')}”`
  const rendered = renderEmail(
    <EmailLayout {...{ subject, preview, brand, heading }} facts={leadCircumstances(lead)}>
      {quote}
      {lead.abandoned === 1 && <p>{abandonedHint}</p>}
      <Button {...deskLink(reference)} />
      <Command
        label={`You can also reply to this email, which goes to ${email}. Then mark the lead as answered:`}
        text={`npm run studio -- leads answered ${reference}`}
      />
      {lead.kind === 'consultation' && chatParts(readTranscript(lead.transcript))}
    </EmailLayout>,
  )
  return { replyTo, ...rendered }
}

export function deskLink(reference: string): Link {
  return { text: 'Open on your desk', href: deskUrl(`/inbox/${reference}`) }
}

export function aboutLead(lead: LeadRow, above: string) {
  const { reference, email, project } = lead
  const name = oneLine(lead.name)
  const facts = quotedFacts(lead, isNameLike(name))
  return {
    replyTo: { name, address: email },
    subject: `${above} ${name || email} (${reference})`,
    heading: <Who above={above} name={isNameLike(name) ? name : ''} email={email} />,
    quote: (project !== '' || facts.length > 0) && (
      <Quote label="In the visitor’s words" text={project} facts={facts} />
    ),
  }
}

/** Shows the name in large type, or the address if the name doesn't look like a name. */
function Who({ above, name, email }: { above: string; name: string; email: string }) {
  const link = <a href={mailtoHref(email)}>{email}</a>
  return (
    <>
      <p className="second serif tight first">{above}</p>
      <h1 className="flush">{name ? <bdi>{untrusted(name)}</bdi> : link}</h1>
      {name && <p>{link}</p>}
    </>
  )
}

function arrivalText({ kind, abandoned }: LeadRow, isUpdate: boolean): string {
  if (kind === 'contact') return 'New lead from'
  if (kind === 'call') return isUpdate ? 'Call with' : 'Unconfirmed call with'
  return abandoned === 1 ? 'Unsent consultation from' : 'New consultation from'
}

function quotedFacts(lead: LeadRow, isNamed: boolean): Fact[] {
  const isComplete = lead.kind === 'consultation'
  const details = detailsOf(lead).flatMap(([label, value]): Fact[] =>
    value !== null || isComplete ? [[label, value ?? 'Not specified']] : [],
  )
  return isNamed ? details : [['Name', lead.name || 'Not specified'], ...details]
}

/** Marks only signed replies as ours because a browser can make up any other reply. */
function chatParts(chat: readonly TranscriptMessage[]) {
  if (chat.length === 0) return []
  const quotes = transcriptLines(chat).map(([label, text], i) => {
    const isOurs = chat[i]?.role === 'assistant' && chat[i]?.isProved === true
    return <Quote key={String(i)} label={label} text={text} isOurs={isOurs} />
  })
  return [<h2 key="heading">The chat</h2>, ...quotes]
}

/** Renders the visitor's receipt. A safe name is its only visitor input because the address could be someone else's. */
export function receiptEmail({ reference, name }: LeadRow, { environment: { siteUrl } }: Context): RenderedEmail {
  const content = siteContent()
  const { brand, address, signature, receipt } = emailTexts(content, siteUrl)
  const call = content.calls && { text: content.calls.link, href: `${siteUrl}/call` }
  const { subject, greeting, lines, referenceLabel, steps, more, button, foot } = receipt
  const add = { text: button, href: mailtoHref(address, `${referenceLabel} ${reference}`) }
  return renderEmail(
    <EmailLayout subject={subject} preview={steps.items[0] ?? ''} brand={brand} foot={foot}>
      {paragraphs(greetingTo(name, greeting), ...lines)}
      <Tag facts={[[referenceLabel, reference]]} />
      <h2>{steps.heading}</h2>
      <ol>
        {steps.items.map((item) => (
          <li key={item}>{linked(item)}</li>
        ))}
      </ol>
      <p>
        {linked(more)} {call && <a href={add.href}>{add.text}</a>}
      </p>
      <Button {...(call ?? add)} />
      <Signature lines={signature} />
    </EmailLayout>,
  )
}

export function truncate(text: string, max: number): string {
  const characters = [...oneLine(text)]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : characters.join('')
}

/** Matches a capitalized word. Excludes scripts without capitals, where a whole sentence could pass as a word. */
const nameWord = /^\p{Lu}\p{Ll}*(?:['’-]\p{Lu}?\p{Ll}+)?$/u
const title = /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Madam|Herr|Frau)$/
const maxWordLength = 20

export function greetingTo(name: string, greeting: string): string {
  return `${[greeting, givenName(name)].filter(Boolean).join(' ')},`
}

/** Returns the first of up to four short capitalized words. Anyone can trigger this email, so more could be spam. */
export function givenName(name: string): string | undefined {
  const words = name.normalize('NFC').trim().split(/ +/)
  const [first = ''] = words
  const isName = words.length <= 4 && words.every((word) => word.length <= maxWordLength && nameWord.test(word))
  return isName && !title.test(first) ? first : undefined
}

export function isNameLike(text: string): boolean {
  return text.length <= 60 && /^[\p{L}\p{M}]+(?:\.? [\p{L}\p{M}]+|['’-][\p{L}\p{M}]+){0,4}\.?$/u.test(text)
}
