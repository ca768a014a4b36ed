const NUMBER = /((?<!\d)\d+-\p{L}+)/u

/** The words of a headline, in which a number stays beside what it counts: `72-hour`. */
export function Headline({ text }: { text: string }) {
  return text.split(NUMBER).map((part) =>
    NUMBER.test(part) ? (
      <span key={part} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
