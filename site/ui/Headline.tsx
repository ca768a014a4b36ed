import { cloneElement, type ReactElement } from 'react'
import { nonBreakingHyphen } from '../../platform/text/punctuation.ts'

export function Headline({ text }: { text: string }) {
  return marked(text, nonBreakingHyphen, <span className="nonBreakingHyphen" />)
}

export function Ranges({ text }: { text: string }) {
  return marked(text, /((?<!\d)\d+-\d+ \p{L}+)/u, <b />)
}

/** Sets a currency code small, as in `10,000 INR`. */
export function Price({ text }: { text: string }) {
  return marked(text, /(?<= )([A-Z]{3})$/, <small />)
}

/** Puts each match of the pattern's group into an element. */
function marked(text: string, pattern: RegExp, element: ReactElement) {
  return text.split(pattern).map((part, i) => (i % 2 === 1 ? cloneElement(element, { key: part }, part) : part))
}
