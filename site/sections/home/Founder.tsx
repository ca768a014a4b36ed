import { Drawing } from '../../ui/Drawing.tsx'
import { Link } from '../../ui/Link.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextList } from '../../ui/TextList.tsx'
import { ThreadBand } from '../../ui/Thread.tsx'
import type { SectionProps } from './section-props.ts'

/** Introduces the founder. The thread runs through the portrait from top to bottom, 150 of 400 units from the left. */
export function Founder(props: SectionProps<'founder'>) {
  const { tagline, badges, profile, portrait, photo, items, studio, drawings, ...header } = props
  const { founder } = studio
  const drawing = photo ? undefined : drawings['portrait']
  return (
    <Section {...header} className={classOf({ photo, drawing })}>
      <div>
        <p className="lead">{tagline}</p>
        <TextList items={badges} className="founder-badges dots remark" />
        {founder.profile && (
          <Link to={founder.profile} rel="me">
            {profile}
          </Link>
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
      {photo && <Photo {...photo} sizes="(width >= 62.5em) 400px, 92vw" />}
      {drawing && (
        <>
          <ThreadBand path="margin-portrait" />
          <Drawing drawing={drawing} className="portrait" label={portrait} />
          <ThreadBand path="portrait-margin" />
        </>
      )}
    </Section>
  )
}

function classOf({ photo, drawing }: { photo: unknown; drawing: unknown }): string {
  if (photo) return 'founder founder-shown'
  return drawing ? 'founder founder-drawn' : 'founder'
}
