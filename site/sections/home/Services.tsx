import './Services.css'
import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import { Drawing } from '../../ui/drawing/Drawing.tsx'
import { Ranges } from '../../ui/Headline.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextList } from '../../ui/TextList.tsx'

export function Services({ items, ...head }: SectionWords['services'] & { id: string }) {
  return (
    <Section {...head} className="services">
      {items.map(({ title, drawing, description, features }) => (
        <article key={title} className="service">
          <div>
            <h3 className="large">{title}</h3>
            <p>
              <Ranges text={description} />
            </p>
            <TextList items={features} className="ruled" />
          </div>
          {drawing && <Drawing drawing={drawing} />}
        </article>
      ))}
    </Section>
  )
}
