import { unbroken } from '../lib/text/plain-text.ts'

/** Words of which none is broken at a hyphen that belongs to it: `72-hour`, `e-mail`. */
export function Headline({ text }: { text: string }) {
  return text.split(unbroken).map((part) =>
    unbroken.test(part) ? (
      <span key={part} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

const RANGE = /((?<!\d)\d+-\d+ \p{L}+)/u

/** A text whose ranges (`2-4 weeks`) are set strong and kept on one line. */
export function Ranges({ text }: { text: string }) {
  return text.split(RANGE).map((part) => (RANGE.test(part) ? <b key={part}>{part}</b> : part))
}
