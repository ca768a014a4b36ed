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

const range = /((?<!\d)\d+-\d+ \p{L}+)/u

export function Ranges({ text }: { text: string }) {
  return text.split(range).map((part) => (range.test(part) ? <b key={part}>{part}</b> : part))
}
