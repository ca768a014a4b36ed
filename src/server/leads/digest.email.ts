import { sql } from 'kysely'
import { oneLine } from '../../lib/mail-page.ts'
import type { MailComposer } from '../mail/mail-words.ts'

/** In characters; the rest of a lead is a command away. */
const longest = { name: 40, words: 60 } as const

/**
 * Tells the owner of many leads in one mail, a line each, so that 5,000 of them are a mail of some hundred kilobytes. Each
 * line holds the address, by which `forget` finds the mail's file. Of spam nobody is told.
 */
export const digestWords: MailComposer = async (db, { id }) => {
  const leads = await db
    .selectFrom('leads')
    .select(['reference', 'status', 'partial', 'name', 'email', 'created_at', 'updated_at'])
    .select(sql<string>`substr(project, 1, 500)`.as('project'))
    .where('digest', '=', id)
    .where('status', '!=', 'spam')
    .orderBy('created_at')
    .orderBy('reference')
    .execute()
  const [first] = leads
  if (first === undefined) return undefined
  const lines = leads.map(({ reference, name, email, project, ...lead }) => {
    const marks = [
      lead.status === 'held' ? 'held, ' : '',
      lead.partial === 1 ? 'not sent, ' : '',
      lead.updated_at !== null && lead.updated_at > lead.created_at ? 'changed, ' : '',
    ].join('')
    return `${reference}  ${marks}${cut(name, longest.name)} <${email}>: ${cut(project, longest.words)}`
  })
  return {
    subject: `${leads.length === 1 ? 'One more request' : `${leads.length.toLocaleString('en')} more requests`} (${first.reference}${leads.length > 1 ? ' …' : ''})`,
    text: [
      'So many requests came within an hour that these have no mail of their own. None is left out, and each is kept whole:',
      '',
      `  npm run studio -- leads show ${first.reference}`,
      '',
      ...lines,
      '',
    ].join('\n'),
  }
}

function cut(text: string, most: number): string {
  const characters = [...oneLine(text)]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('')
}
