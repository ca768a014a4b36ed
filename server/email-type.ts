import type { Db } from '../migrations/tables.ts'
import type { EmailRow, RenderedEmail } from '../platform/email/outbox/store.ts'
import type { Context } from './context.ts'

type EmailType<Kind extends string, Subject> = {
  /** The name stored in the outbox. */
  kind: Kind
  /** The name shown on the desk. */
  name: string
  to: 'owner' | 'lead' | 'subscriber'
  /** Reads an email's data to send or show it. @returns undefined if the email isn't needed anymore @throws Postponed */
  find: (db: Db, row: EmailRow, context: Context) => Promise<Subject | undefined>
  view: (subject: Subject, context: Context) => RenderedEmail
}

/** Defines an email type whose text is stored in the outbox because it can't be rendered later. */
export function storedEmailType<const Kind extends string>(type: Pick<EmailType<Kind, never>, 'kind' | 'name' | 'to'>) {
  const render = async (): Promise<RenderedEmail | undefined> => undefined
  return { ...type, render }
}

/** Defines an email type for a feature's list, such as `callEmails`. `emails.ts` combines these lists. */
export function emailType<const Kind extends string, Subject>(type: EmailType<Kind, Subject>) {
  const { kind, name, to, find, view } = type
  const render = async (db: Db, row: EmailRow, context: Context): Promise<RenderedEmail | undefined> => {
    const subject = await find(db, row, context)
    return subject === undefined ? undefined : view(subject, context)
  }
  return { kind, name, to, render }
}
