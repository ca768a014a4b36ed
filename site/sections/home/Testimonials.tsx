import './Testimonials.css'
import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import { Section } from '../../ui/Section.tsx'

export function Testimonials({ items, ...head }: SectionWords['testimonials'] & { id: string }) {
  return (
    <Section {...head} quiet className="testimonials pair">
      {items.map(({ quote, highlight, company }, i) => (
        <figure key={quote} className="quote">
          <blockquote className={i === 0 ? 'display' : undefined}>
            <Marked text={`“${quote}”`} part={highlight} />
          </blockquote>
          <figcaption>{company}</figcaption>
        </figure>
      ))}
    </Section>
  )
}

function Marked({ text, part }: { text: string; part: string | undefined }) {
  if (part === undefined) return text
  const at = text.indexOf(part)
  return (
    <>
      {text.slice(0, at)}
      <em>{part}</em>
      {text.slice(at + part.length)}
    </>
  )
}
