import './Founder.css'
import type { Home } from '../../content/home/home.ts'
import type { Studio } from '../../content/studio.ts'
import { Section } from '../../ui/Section.tsx'
import { ThreadBand } from '../../ui/ThreadBand.tsx'
import { Portrait } from './Portrait.tsx'

type FounderProps = Home['founder'] & { founder: Studio['founder'] }

export function Founder({ heading, tagline, badges, profile, portrait, items, founder }: FounderProps) {
  return (
    <Section id="about" heading={heading} className="founder">
      <div>
        <p className="lead">{tagline}</p>
        <ul className="founder-badges dots remark">
          {badges.map((badge) => (
            <li key={badge}>{badge}</li>
          ))}
        </ul>
        <a className="link" href={founder.profile} rel="me">
          {profile}
        </a>
        <dl className="founder-points pair">
          {items.map(({ title, description }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ThreadBand way="margin-portrait" />
      <Portrait label={portrait} />
      <ThreadBand way="portrait-margin" />
    </Section>
  )
}
