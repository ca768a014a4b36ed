import type { LeadRow } from '../../../migrations/tables.ts'
import type { MailComposer, MailComposers, MailWords } from '../../server/mail/mail-words.ts'
import { readLead } from './lead.repository.ts'

/** Composes the owner's mails about one kind of lead of the lead as it is then. @param isUpdate whether an earlier one may have gone out */
export function leadMails(
  kind: LeadRow['kind'],
  wordsOf: (lead: LeadRow, isUpdate: boolean) => MailWords,
): MailComposers {
  const compose =
    (isUpdate: boolean): MailComposer =>
    async (db, { lead_reference }) => {
      const lead = lead_reference === null ? undefined : await readLead(db, lead_reference)
      return lead && wordsOf(lead, isUpdate)
    }
  const [first, update] = ownerMailKinds(kind)
  return { [first]: compose(false), [update]: compose(true) }
}

/** The kinds of the mails to the owner: about a lead, and about one that he may have been told of. */
export function ownerMailKinds(kind: LeadRow['kind']): [first: string, update: string] {
  return [`${kind}-owner`, `${kind}-update`]
}
