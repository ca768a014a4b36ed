import './Founder.css'
import type { Home } from '../../content/home.ts'
import type { Studio } from '../../content/studio.ts'
import { Portrait } from './Portrait.tsx'

type FounderProps = Home['founder'] & { founder: Studio['founder'] }

export function Founder({ heading, tagline, badges, profile, portrait, items, founder }: FounderProps) {
  return (
    <section id="about" className="founder" aria-labelledby="about-heading">
      <div className="founder-words">
        <h2 id="about-heading">{heading}</h2>
        <p className="founder-tagline">{tagline}</p>
        <ul className="founder-badges remark">
          {badges.map((badge) => (
            <li key={badge}>{badge}</li>
          ))}
        </ul>
        <a className="founder-profile" href={founder.profile} rel="me">
          {profile}
        </a>
        <dl className="founder-points">
          {items.map(({ title, description }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Portrait label={portrait} />
    </section>
  )
}
