import './Services.css'
import type { Home } from '../../../content/home/home.ts'
import { Ranges } from '../../../ui/Headline.tsx'
import { Section } from '../../../ui/Section.tsx'

export function Services({ heading, remark, items }: Home['services']) {
  return (
    <Section id="services" heading={heading} remark={remark} className="services">
      {items.map(({ title, drawing, notes, description, features }) => (
        <article key={title} className="service">
          <div>
            <h3 className="large">{title}</h3>
            <p>
              <Ranges text={description} />
            </p>
            <ul className="ruled">
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </div>
          <ServiceDrawing drawing={drawing} notes={notes} />
        </article>
      ))}
    </Section>
  )
}

type Service = Home['services']['items'][number]

function ServiceDrawing({ drawing, notes }: Pick<Service, 'drawing' | 'notes'>) {
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
