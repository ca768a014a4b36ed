import type { Db } from '../migrations/tables.ts'
import type { EmailRow, RenderedEmail } from '../platform/email/outbox/store.ts'
import type { Context } from './context.ts'

type EmailType<Kind extends string, Subject> = {
  /** The outbox stores this. */
  kind: Kind
  /** What the desk calls it. */
  name: string
  to: 'owner' | 'lead' | 'subscriber'
  /** Reads what the email is about each time it's sent or shown. Returns undefined once it's no longer needed. @throws Postponed */
  find: (db: Db, row: EmailRow, context: Context) => Promise<Subject | undefined>
  view: (subject: Subject, context: Context) => RenderedEmail
}

/** An email whose text the outbox stores: it can't be rendered later. */
export function storedEmailType<const Kind extends string>(type: Pick<EmailType<Kind, never>, 'kind' | 'name' | 'to'>) {
  const render = async (): Promise<RenderedEmail | undefined> => undefined
  return { ...type, render }
}

/** An entry in a subject's list of emails. `emails.ts` has all lists. */
export function emailType<const Kind extends string, Subject>(type: EmailType<Kind, Subject>) {
  const { kind, name, to, find, view } = type
  const render = async (db: Db, row: EmailRow, context: Context): Promise<RenderedEmail | undefined> => {
    const subject = await find(db, row, context)
    return subject === undefined ? undefined : view(subject, context)
  }
  return { kind, name, to, render }
}
