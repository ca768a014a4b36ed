import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../migrations/tables.ts'
import { oneLine } from '../../platform/email/escape.ts'
import { type Brand, renderEmail } from '../../platform/email/layout.ts'
import { detailsIn, leadKinds } from './fields.ts'

const longest = { name: 40, detail: 30, words: 60 } as const
/** Mail programs cut what has more than 102 kB; the text has them all. */
const maxInHtml = 250

export async function digestWords(db: Kysely<Tables>, { id }: { id: string }, brand: Brand) {
  const leads = await db
    .selectFrom('leads')
    .select(['reference', 'kind', 'status', 'abandoned', 'name', 'email', 'created_at', 'updated_at'])
    .select(leadKinds.flatMap(detailsIn).map(([, column]) => column))
    .select(sql<string>`substr(project, 1, 500)`.as('project'))
    .where('digest', '=', id)
    .where('status', '!=', 'spam')
    .orderBy('created_at')
    .orderBy('reference')
    .execute()
  const [first] = leads
  if (first === undefined) return undefined
  const items = leads.map(({ reference, name, email, project, ...lead }) => {
    const marks = [
      lead.status === 'held' ? 'held, ' : '',
      lead.abandoned === 1 ? 'not sent, ' : '',
      lead.updated_at !== null && lead.updated_at > lead.created_at ? 'changed, ' : '',
    ].join('')
    const details = detailsIn(lead.kind).flatMap(([, column]) => lead[column] || [])
    const who = [`${cut(name, longest.name)} <${email}>`, ...details.map((each) => cut(each, longest.detail))].join(
      ', ',
    )
    return [reference, `${marks}${who}: ${cut(project, longest.words)}`] as const
  })
  const many = leads.length === 1 ? 'One more request' : `${leads.length.toLocaleString('en')} more requests`
  return renderEmail({
    subject: `${many} (${first.reference}${leads.length > 1 ? ' …' : ''})`,
    preview: 'None is left out.',
    brand,
    parts: [
      { kind: 'heading', text: many },
      {
        kind: 'line',
        text: 'So many requests came within an hour that these have no e-mail of their own. None is left out.',
      },
      { kind: 'command', label: 'Each is kept whole:', text: `npm run studio -- leads show ${first.reference}` },
      {
        kind: 'list',
        items,
        max: maxInHtml,
        more: `${(leads.length - maxInHtml).toLocaleString('en')} more are in the text part of this e-mail.`,
      },
    ],
  })
}

function cut(text: string, max: number): string {
  const characters = [...oneLine(text)]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : characters.join('')
}
