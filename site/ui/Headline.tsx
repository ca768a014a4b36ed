import { cloneElement, type ReactElement } from 'react'
import { nonBreakingHyphen } from '../../platform/text/punctuation.ts'

/** A headline whose hyphenated words aren't split over two lines. */
export function Headline({ text }: { text: string }) {
  return wrapMatches(text, nonBreakingHyphen, <span className="unbroken" />)
}

/** Emphasizes ranges such as `2-4 weeks`. */
export function Ranges({ text }: { text: string }) {
  return wrapMatches(text, /((?<!\d)\d+-\d+ \p{L}+)/u, <b />)
}

/** Shows a currency code in a smaller size, as in `10,000 INR`. */
export function Price({ text }: { text: string }) {
  return wrapMatches(text, /(?<= )([A-Z]{3})$/, <small />)
}

/** Wraps each match of a pattern in an element. The pattern is one group, so `split` keeps the matches. */
function wrapMatches(text: string, pattern: RegExp, element: ReactElement) {
  return text.split(pattern).map((part, i) => (i % 2 === 1 ? cloneElement(element, { key: part }, part) : part))
}
