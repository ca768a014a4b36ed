import './Technology.css'
import { type Home, technologyCategories } from '../../../content/home/home.ts'
import { Section } from '../../../ui/Section.tsx'

export function Technology({ heading, remark, items }: Home['technology']) {
  return (
    <Section id="technology" heading={heading} remark={remark}>
      <dl className="parts">
        {technologyCategories.map((category) => {
          const names = items.filter((item) => item.category === category).map(({ name }) => name)
          return (
            <div key={category} className="parts-row serif large" data-count={names.length}>
              <dt className="remark">{category}</dt>
              {names.map((name) => (
                <dd key={name}>{name}</dd>
              ))}
            </div>
          )
        })}
      </dl>
    </Section>
  )
}
