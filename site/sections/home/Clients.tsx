import { Photo } from '../../ui/Photo.tsx'
import { Section } from '../../ui/Section.tsx'
import type { SectionProps } from './section-props.ts'

export function Clients({ items, side, ...header }: SectionProps<'clients'>) {
  return (
    <Section {...header} className={side === 'right' ? 'section-right clients' : 'clients'}>
      <ul className={items.some(({ picture }) => picture) ? 'clients-shown' : undefined}>
        {items.map(({ name, industry, logo, description, picture, link }) => (
          <li key={name} className="client">
            {picture ? (
              <Photo picture={picture} alt="" sizes="(width >= 62.5em) 30vw, 92vw" />
            ) : (
              <span className="client-logo" aria-hidden="true">
                {logo}
              </span>
            )}
            <h3>{name}</h3>
            {industry && <p className="remark">{industry}</p>}
            <p>
              {description}
              {link && (
                <>
                  {' '}
                  <a href={link.to}>{link.text}</a>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
