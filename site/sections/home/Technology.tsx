import './Technology.css'
import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import { Section } from '../../ui/Section.tsx'

export function Technology({ items, ...head }: SectionWords['technology'] & { id: string }) {
  const categories = Map.groupBy(items, ({ category }) => category)
  return (
    <Section {...head}>
      <dl className="parts">
        {[...categories].map(([category, parts]) => (
          <div key={category} className="parts-row serif large" data-count={parts.length}>
            <dt className="remark">{category}</dt>
            {parts.map(({ name }) => (
              <dd key={name}>{name}</dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  )
}
