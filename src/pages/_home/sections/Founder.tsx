import './Founder.css'
import type { SectionWords } from '../../../content/home/section-schemas.ts'
import type { Studio } from '../../../content/studio.ts'
import { Section } from '../../../ui/Section.tsx'
import { ThreadBand } from '../../../ui/ThreadBand.tsx'

type FounderProps = SectionWords['founder'] & { id: string; founder: Studio['founder'] }

export function Founder({ tagline, badges, profile, portrait, items, founder, ...head }: FounderProps) {
  return (
    <Section {...head} className="founder">
      <div>
        <p className="lead">{tagline}</p>
        {badges.length > 0 && (
          <ul className="founder-badges dots remark">
            {badges.map((badge) => (
              <li key={badge}>{badge}</li>
            ))}
          </ul>
        )}
        {founder.profile && (
          <a className="link" href={founder.profile} rel="me">
            {profile}
          </a>
        )}
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

/** The thread comes in at the top and leaves at the foot, 150 of 400 units from the left. */
function Portrait({ label }: { label: string }) {
  return (
    <svg className="portrait" viewBox="0 0 400 560" role="img" aria-label={label}>
      <path
        className="thread"
        d="M150 0c0 60-52 104-50 186 2 50 22 76 48 102 20 12 32-14 28-36-4-26 8-40 22-30 14 12 6 40-14 36 12-28 12-68 30-94 12-16-54-34-62-80 38-44 124-22 130 48 2 16 2 28 3 40 3 18 19 36 26 50 3 8-7 12-13 14 0 6 6 10 5 16-1 4-7 5-9 7 5 3 7 9 2 14-4 7 2 15-2 27-8 18-36 18-56 12-8 22-4 44 8 64 44 12 84 38 98 76 12 40-44 56-112 58-56 2-82 12-82 50"
      />
      <path className="thread" d="M262 182c8-6 14-6 20-2M148 288c4 42-2 78-36 100-38 18-62 52-68 98" />
    </svg>
  )
}
