import { Section } from '../../ui/Section.tsx'
import type { SectionProps } from './section-props.ts'

export function Testimonials({ items, ...header }: SectionProps<'testimonials'>) {
  return (
    <Section {...header} isQuiet className="testimonials pair">
      {items.map(({ quote, highlight, company }, i) => (
        <figure key={quote} className="quote">
          <blockquote className={i === 0 ? 'display' : undefined}>
            <Highlighted text={`“${quote}”`} highlight={highlight} />
          </blockquote>
          <figcaption>{company}</figcaption>
        </figure>
      ))}
    </Section>
  )
}

/** Emphasizes `highlight`, which is part of the text. */
function Highlighted({ text, highlight }: { text: string; highlight: string | undefined }) {
  if (highlight === undefined) return text
  const start = text.indexOf(highlight)
  return (
    <>
      {text.slice(0, start)}
      <em>{highlight}</em>
      {text.slice(start + highlight.length)}
    </>
  )
}
