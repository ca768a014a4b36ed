import './Clients.css'
import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import { Photo } from '../../ui/Photo.tsx'
import { Section } from '../../ui/Section.tsx'
import type { ThreadSide } from '../../ui/thread.ts'

export function Clients({ items, side, ...head }: SectionWords['clients'] & { id: string; side: ThreadSide }) {
  return (
    <Section {...head} thread={side} className="clients">
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
