/** Matches words that shouldn't be broken at the hyphen: `72-hour`, `e-mail`. */
export const nonBreakingHyphen = /((?<![\d\p{L}])(?:\d+|\p{L})-\p{L}+)/u

/** Returns the separator to insert before more text, or '' if `text` ends with punctuation. */
export function separatorAfter(text: string): '' | ';' {
  return /[.,:;!?…]["”’)]*$/.test(text) ? '' : ';'
}

/** Matches text in quotation marks. The length limit keeps an unpaired mark from matching a whole message. */
const quotation = /“[^“”]{0,500}”|"[^"]{0,500}"/g

/** Removes quotations, such as someone else's email pasted by the visitor. */
export function withoutQuotations(text: string): string {
  return text.replaceAll(quotation, ' … ')
}
