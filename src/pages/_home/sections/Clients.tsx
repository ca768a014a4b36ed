import './Clients.css'
import type { SectionWords } from '../../../content/home/section-schemas.ts'
import { Section } from '../../../ui/Section.tsx'
import type { ThreadSide } from '../thread.ts'

export function Clients({ items, side, ...head }: SectionWords['clients'] & { id: string; side: ThreadSide }) {
  return (
    <Section {...head} thread={side} className="clients">
      <ul>
        {items.map(({ name, industry, logo, description }) => (
          <li key={name} className="client">
            <span className="client-logo" aria-hidden="true">
              {logo}
            </span>
            <h3>{name}</h3>
            {industry && <p className="remark">{industry}</p>}
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
