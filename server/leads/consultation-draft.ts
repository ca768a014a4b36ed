import type { BookingWords } from '../../platform/content/chat/agent.ts'
import { fieldsOf } from '../../platform/form.ts'
import { type ConsultationValues, consultationRules } from './lead.fields.ts'

export function consultationFacts(
  values: ConsultationValues,
  words: DraftWords | undefined,
): [label: string, value: string][] {
  return fieldsOf(consultationRules).map((field) => {
    if (words === undefined) return [field, values[field]]
    const missing = isOfPerson.test(field) ? words.notProvided : words.notSpecified
    return [words.labels[field], values[field] || missing]
  })
}

const isOfPerson = /name|email|company/

type DraftWords = Pick<BookingWords, 'labels' | 'notProvided' | 'notSpecified'>

/** RFC 6068: line breaks are %0D%0A. */
export function draftHref(values: ConsultationValues, words: DraftWords & Pick<BookingWords, 'address' | 'subject'>) {
  const body = consultationFacts(values, words)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')
    .replaceAll(/\r?\n/g, '\r\n')
  const [to, subject, text] = [words.address, words.subject, body].map((part) =>
    encodeURIComponent(part.toWellFormed()),
  )
  return `mailto:${to?.replace('%40', '@')}?subject=${subject}&body=${text}`
}
