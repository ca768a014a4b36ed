import type { BookingWords } from '../../content/agent/booking.ts'
import type { BookingValues } from './booking.schema.ts'

/** What stands in draft and mail: a line each for what is known, and for what is not (specification, section 7). */
export function bookingLines(values: BookingValues, words: DraftWords): string[] {
  const { labels, notProvided, notSpecified } = words
  return [
    `${labels.name}: ${values.name || notProvided}`,
    `${labels.email}: ${values.email || notProvided}`,
    `${labels.company}: ${values.company || notProvided}`,
    `${labels.budget}: ${values.budget || notSpecified}`,
    `${labels.timeline}: ${values.timeline || notSpecified}`,
    `${labels.requirements}: ${values.requirements || notSpecified}`,
  ]
}

type DraftWords = Pick<BookingWords, 'labels' | 'notProvided' | 'notSpecified'>

/** A link that opens the draft in the visitor's mail program (RFC 6068: line breaks are %0D%0A). */
export function draftHref(
  address: string,
  values: BookingValues,
  words: DraftWords & Pick<BookingWords, 'subject'>,
): string {
  const body = bookingLines(values, words).join('\n').replaceAll(/\r?\n/g, '\r\n')
  const [to, subject, text] = [address, words.subject, body].map((part) => encodeURIComponent(part.toWellFormed()))
  return `mailto:${to?.replace('%40', '@')}?subject=${subject}&body=${text}`
}
