import { unbroken } from '../../platform/text/plain-text.ts'

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

export function Ranges({ text }: { text: string }) {
  return text.split(RANGE).map((part) => (RANGE.test(part) ? <b key={part}>{part}</b> : part))
}
