import './Services.css'
import type { Home } from '../../../content/home/home.ts'
import { Ranges } from '../../../ui/Headline.tsx'
import { Section } from '../../../ui/Section.tsx'
import { ServiceDrawing } from './ServiceDrawing.tsx'

export function Services({ heading, remark, items }: Home['services']) {
  return (
    <Section id="services" heading={heading} remark={remark} className="services">
      {items.map(({ title, icon, notes, description, features }) => (
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
          <ServiceDrawing icon={icon} notes={notes} />
        </article>
      ))}
    </Section>
  )
}
