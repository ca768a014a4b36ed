import { renderToStaticMarkup } from 'react-dom/server'
import type { Db, LeadRow } from '../../migrations/tables.ts'
import { fillReply } from '../../platform/content/replies.ts'
import { type SiteContent, siteContent, studioZone } from '../../platform/content/site-content.ts'
import { Lines, linked, untrusted } from '../../platform/email/layout/EmailLayout.tsx'
import { messageIdOf } from '../../platform/email/address.ts'
import type { EmailComposer, EmailText } from '../../platform/email/outbox/store.ts'
import { cleanText, oneLine, quoted } from '../../platform/text/clean-text.ts'
import { isNameLike } from './emails.tsx'
import { readLead } from './store.ts'
import { replyKind } from './waiting.ts'

/** The owner's reply to a lead. It looks like an email written by hand, so it has no layout. */
export async function replyEmail(db: Db, email: Parameters<EmailComposer>[1]): Promise<EmailText | undefined> {
  const { about, text, from_address } = email
  const lead = about === null ? undefined : await readLead(db, about)
  if (lead === undefined) return undefined
  const content = siteContent()
  // Email apps show emails with the same root as one conversation (RFC 5322, 3.6.4).
  const first = await findFirstEmail(db, lead)
  const root = messageIdOf(first?.id ?? lead.reference, first?.from_address ?? from_address)
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
  const toLead = emails.where('to_address', '=', email).where('kind', '!=', replyKind)
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
