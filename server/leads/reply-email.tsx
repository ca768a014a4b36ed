import { renderToStaticMarkup } from 'react-dom/server'
import type { Db, LeadRow } from '../../migrations/tables.ts'
import { fillReply } from '../../platform/content/replies.ts'
import { type SiteContent, siteContent, studioZone } from '../../platform/content/site-content.ts'
import { messageIdOf } from '../../platform/email/address.ts'
import { Lines, linked, untrusted } from '../../platform/email/layout/EmailLayout.tsx'
import type { EmailRow, RenderedEmail } from '../../platform/email/outbox/store.ts'
import { cleanText, oneLine, quoted } from '../../platform/text/clean-text.ts'
import { isNameLike } from './lead-email.tsx'
import { leadOfEmail } from './store.ts'

/** Reads a reply, its lead, and the thread's first email. @returns undefined if the lead was deleted */
export async function findReply(db: Db, row: EmailRow) {
  const lead = await leadOfEmail(db, row)
  if (lead === undefined) return undefined
  const first = await findFirstEmail(db, lead)
  // Email apps group emails with the same root (RFC 5322, 3.6.4).
  const root = messageIdOf(first?.id ?? lead.reference, first?.from_address ?? row.from_address)
  return { lead, root, text: row.text }
}

type FoundReply = NonNullable<Awaited<ReturnType<typeof findReply>>>

/** The owner's reply to a lead. It looks like an email written by hand, so it has no layout. */
export function replyEmail({ lead, root, text }: FoundReply): RenderedEmail {
  const content = siteContent()
  const quote = quoteOf(lead, content)
  const subject = `Re: ${subjectOf(lead, content)} (${lead.reference})`
  return {
    subject,
    headers: { 'In-Reply-To': root, References: root },
    text: quote === undefined ? `${text}\n` : `${text}\n\n${quote.above}\n${quoted(quote.text)}\n`,
    html: `<!doctype html>\n${renderToStaticMarkup(<Reply {...{ subject, text, quote, lang: content.facts.lang }} />)}\n`,
  }
}

/** Finds the first email to a lead: the receipt, or the first email about the call. */
async function findFirstEmail(db: Db, { reference, email }: LeadRow) {
  const emails = db.selectFrom('outbox').select(['id', 'from_address']).where('about', '=', reference)
  const toLead = emails.where('to_address', '=', email).where('kind', '!=', 'reply')
  const first = toLead.where('kind', 'not like', 'call-reminder%').orderBy('created_at').orderBy('id').limit(1)
  return await first.executeTakeFirst()
}

function subjectOf({ kind }: LeadRow, { emails, calls }: SiteContent): string {
  return kind === 'call' && calls !== undefined ? calls.mails.booked.subject : emails.receipt.subject
}

const maxQuoted = 2_000

function quoteOf({ name, email, project, created_at }: LeadRow, { facts, replies }: SiteContent) {
  const text = cleanText(project)
  if (text === '') return undefined
  const day = { weekday: 'short', month: 'short', day: 'numeric', timeZone: studioZone() } as const
  const date = new Intl.DateTimeFormat(facts.lang, day).format(created_at)
  const characters = [...text]
  const shown = characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join('').trimEnd()} …` : text
  const author = isNameLike(oneLine(name)) ? oneLine(name) : email
  return { above: fillReply(replies.quote, { name: author, date }), text: shown }
}

type ReplyProps = { subject: string; text: string; quote: ReturnType<typeof quoteOf>; lang: string }

function Reply({ subject, text, quote, lang }: ReplyProps) {
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <title>{subject}</title>
      </head>
      <body>
        {text.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} dir="auto">
            <Lines lines={paragraph.split('\n').map(linked)} />
          </p>
        ))}
        {quote && (
          <>
            <p dir="auto">{untrusted(quote.above)}</p>
            <blockquote dir="auto" style={{ margin: '0 0 0 4px', paddingLeft: 12, borderLeft: '2px solid #ccc' }}>
              <Lines lines={untrusted(quote.text).split('\n')} />
            </blockquote>
          </>
        )}
      </body>
    </html>
  )
}
