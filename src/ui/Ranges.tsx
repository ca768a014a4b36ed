const RANGE = /((?<!\d)\d+-\d+ \p{L}+)/u

/** A text whose ranges (`2-4 weeks`) are set strong and kept on one line. */
export function Ranges({ text }: { text: string }) {
  return text.split(RANGE).map((part) => (RANGE.test(part) ? <b key={part}>{part}</b> : part))
}
