/** Matches words that shouldn't be split over two lines at their hyphen: `72-hour`, `e-mail`. */
export const nonBreakingHyphen = /((?<![\d\p{L}])(?:\d+|\p{L})-\p{L}+)/u

/** @returns the separator to put before more text, or '' if `text` ends with punctuation */
export function separatorAfter(text: string): '' | ';' {
  return /[.,:;!?…]["”’)]*$/.test(text) ? '' : ';'
}

/** Text in quotation marks. The length limit keeps a mark without its pair from matching a whole message. */
const quotation = /“[^“”]{0,500}”|"[^"]{0,500}"/g

/** Removes quotations, such as an email the visitor got from someone else. */
export function withoutQuotations(text: string): string {
  return text.replaceAll(quotation, ' … ')
}
