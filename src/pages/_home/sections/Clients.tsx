import './Clients.css'
import type { Home } from '../../../content/home/home.ts'
import { Section } from '../../../ui/Section.tsx'

export function Clients({ heading, items }: Home['clients']) {
  return (
    <Section id="partners" heading={heading} thread="right" className="clients">
      <ul>
        {items.map(({ name, industry, logo, description }) => (
          <li key={name} className="client">
            <span className="client-logo" aria-hidden="true">
              {logo}
            </span>
            <h3>{name}</h3>
            <p className="remark">{industry}</p>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
