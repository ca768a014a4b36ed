import './Services.css'
import type { Drawing } from '../../../content/drawings.ts'
import type { SectionWords } from '../../../content/home/section-schemas.ts'
import { Ranges } from '../../../ui/Headline.tsx'
import { Section } from '../../../ui/Section.tsx'

export function Services({ items, ...head }: SectionWords['services'] & { id: string }) {
  return (
    <Section {...head} className="services">
      {items.map(({ title, drawing, notes, description, features }) => (
        <article key={title} className="service">
          <div>
            <h3 className="large">{title}</h3>
            <p>
              <Ranges text={description} />
            </p>
            {features.length > 0 && (
              <ul className="ruled">
                {features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            )}
          </div>
          {drawing && <ServiceDrawing drawing={drawing} notes={notes} />}
        </article>
      ))}
    </Section>
  )
}

type ServiceDrawingProps = { drawing: Drawing; notes: readonly string[] }

function ServiceDrawing({ drawing, notes }: ServiceDrawingProps) {
  return (
    <svg viewBox="0 -16 350 306" aria-hidden="true">
      {drawing.strokes.map(([look, d]) => (
        <path key={d} className={looks[look]} d={d} />
      ))}
      {drawing.notes.slice(0, notes.length).map(({ leader, at: [x, y] }, i) => (
        <g key={leader}>
          <path d={leader} />
          <text x={x} y={y}>
            {notes[i]}
          </text>
        </g>
      ))}
    </svg>
  )
}

const looks = { line: undefined, hatched: 'hatched', spar: 'spar', thread: 'thread', seam: 'service-seam' } as const
