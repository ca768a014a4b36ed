import { sql } from 'kysely'
import type { Db } from '../../migrations/tables.ts'
import { ownerBrand } from '../../platform/content/email-sender.ts'
import { Button, EmailLayout, Lines, renderEmail, untrusted } from '../../platform/email/layout/EmailLayout.tsx'
import type { EmailRow, RenderedEmail } from '../../platform/email/outbox/store.ts'
import type { Context } from '../context.ts'
import { detailsIn, leadKinds } from './fields.ts'
import { deskLink, truncate } from './lead-email.tsx'
import { detailsOf } from './lead-record.ts'

const maxLength = { name: 40, detail: 30, project: 60 } as const
/** Maximum number of leads in the HTML. Gmail clips emails over 102 kB. The plain text has all leads. */
const maxInHtml = 250

/** Reads a digest's leads. @returns undefined if all of them are spam or deleted */
export async function findDigest(db: Db, { id }: EmailRow) {
  const leads = await db
    .selectFrom('leads')
    .select(['reference', 'kind', 'status', 'abandoned', 'name', 'email', 'answers', 'created_at', 'updated_at'])
    .select(leadKinds.flatMap(detailsIn).map(([, column]) => column))
    .select(sql<string>`substr(project, 1, 500)`.as('project'))
    .where('digest', '=', id)
    .where('status', '!=', 'spam')
    .orderBy('created_at')
    .orderBy('reference')
    .execute()
  const [first] = leads
  return first && { first, leads }
}

type Digest = NonNullable<Awaited<ReturnType<typeof findDigest>>>

export function digestEmail({ first, leads }: Digest, { environment }: Context): RenderedEmail {
  const brand = ownerBrand(environment.siteUrl)
  const items = leads.map(({ reference, name, email, project, ...lead }) => {
    const marks = [
      lead.status === 'suspicious' && 'suspicious',
      lead.abandoned === 1 && 'not sent',
      lead.updated_at !== null && lead.updated_at > lead.created_at && 'changed',
    ].filter(Boolean)
    const details = detailsOf(lead).flatMap(([, value]) => value ?? [])
    const who = `${truncate(name, maxLength.name)} <${email}>`
    const summary = [...marks, who, ...details.map((detail) => truncate(detail, maxLength.detail))].join(', ')
    return [reference, `${summary}: ${truncate(project, maxLength.project)}`] as const
  })
  const heading = leads.length === 1 ? 'One more lead' : `${leads.length.toLocaleString('en')} more leads`
  const subject = `${heading} (${first.reference}${leads.length > 1 ? ' …' : ''})`
  const rest = items.length - maxInHtml
  const render = (itemCount: number) =>
    renderEmail(
      <EmailLayout {...{ subject, heading, brand }} preview="They’re all here.">
        <p>You’re getting a lot of leads, so new leads are grouped in one email.</p>
        <Button {...deskLink(first.reference)} />
        <div>
          {items.slice(0, itemCount).map(([reference, text]) => (
            <p key={reference} className="small item">
              <Lines lines={[<b key="reference">{reference}</b>, untrusted(text)]} />
            </p>
          ))}
        </div>
        {itemCount < items.length && <p>{rest.toLocaleString('en')} more are in the plain text of this email.</p>}
      </EmailLayout>,
    )
  return { ...render(maxInHtml), text: render(items.length).text }
}
