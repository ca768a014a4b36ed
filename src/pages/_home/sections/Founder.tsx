import './Founder.css'
import type { Drawing as DrawingData } from '../../../content/drawings.ts'
import type { SectionWords } from '../../../content/home/section-schemas.ts'
import { photoSources } from '../../../content/pictures.ts'
import type { Studio } from '../../../content/studio.ts'
import { Drawing } from '../../../ui/drawing/Drawing.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import { Section } from '../../../ui/Section.tsx'
import { ThreadBand } from '../../../ui/ThreadBand.tsx'

type FounderProps = SectionWords['founder'] & {
  id: string
  founder: Studio['founder']
  drawing: DrawingData | undefined
}

/** The thread comes into the portrait at the top and leaves at the foot, 150 of 400 units from the left. */

export function Founder({ tagline, badges, profile, portrait, photo, items, founder, drawing, ...head }: FounderProps) {
  return (
    <Section {...head} className={photo ? 'founder founder-shown' : drawing ? 'founder founder-drawn' : 'founder'}>
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
      {photo && (
        <Photo
          picture={photo.picture}
          sources={photoSources(photo.picture)}
          alt={photo.alt}
          sizes="(width >= 62.5em) 400px, 92vw"
        />
      )}
      {drawing && !photo && (
        <>
          <ThreadBand way="margin-portrait" />
          <Drawing drawing={drawing} className="portrait" label={portrait} />
          <ThreadBand way="portrait-margin" />
        </>
      )}
    </Section>
  )
}
