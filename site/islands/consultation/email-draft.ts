import type { ConsultationWords } from '../../../platform/content/chat/chat.ts'
import { labelOf, namesOf } from '../../../platform/fields.ts'
import { type ConsultationValues, consultationFields } from '../../../server/leads/fields.ts'

type DraftWords = Pick<ConsultationWords, 'labels' | 'notProvided' | 'notSpecified' | 'address' | 'subject'>

const isOfPerson = /name|email|company/

/** The consultation as an e-mail that the visitor sends. RFC 6068: line breaks are %0D%0A. */
export function draftHref(values: ConsultationValues, words: DraftWords): string {
  const labels: Readonly<Record<string, string>> = words.labels
  const lines = namesOf(consultationFields).map((name) => {
    const missing = isOfPerson.test(name) ? words.notProvided : words.notSpecified
    return `${labels[name] ?? labelOf(name)}: ${values[name] || missing}`
  })
  const body = lines.join('\n').replaceAll(/\r?\n/g, '\r\n')
  const [to, subject, text] = [words.address, words.subject, body].map((part) =>
    encodeURIComponent(part.toWellFormed()),
  )
  return `mailto:${to?.replace('%40', '@')}?subject=${subject}&body=${text}`
}
