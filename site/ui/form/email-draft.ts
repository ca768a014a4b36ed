import type { ConsultationWords } from '../../../platform/content/chat/chat.ts'
import { type FormTexts, labelOf, namesOf } from '../../../platform/fields.ts'
import { consultationFields } from '../../../server/leads/fields.ts'

export type DraftCopy = Pick<ConsultationWords, 'notProvided' | 'notSpecified' | 'address' | 'subject'> & {
  texts: Pick<FormTexts, 'fields'>
}

/** Fields about the person. If empty, they're “Not provided” in the draft. Other fields are “Not specified”. */
const personFields = /name|email|company/

/**
 * Makes a mailto link that opens the consultation as an email draft. Line breaks are %0D%0A (RFC 6068).
 * @param formValues values of any form. The contact form's message becomes the requirements.
 */
export function draftHref(formValues: Readonly<Record<string, string | undefined>>, copy: DraftCopy): string {
  const values: typeof formValues = { requirements: formValues['project'], ...formValues }
  const lines = namesOf(consultationFields).map((name) => {
    const placeholder = personFields.test(name) ? copy.notProvided : copy.notSpecified
    return `${copy.texts.fields[name]?.label ?? labelOf(name)}: ${values[name] || placeholder}`
  })
  const body = lines.join('\n').replaceAll(/\r?\n/g, '\r\n')
  const encode = (text: string) => encodeURIComponent(text.toWellFormed())
  const to = encode(copy.address).replace('%40', '@')
  return `mailto:${to}?subject=${encode(copy.subject)}&body=${encode(body)}`
}
