import './WhyChoose.css'
import { Drawing } from '../../ui/Drawing.tsx'
import { Ranges } from '../../ui/Headline.tsx'
import { Section } from '../../ui/Section.tsx'
import type { SectionProps } from './section-props.ts'

export function WhyChoose({ scale, items, callToAction, contact, ...header }: SectionProps<'why-choose'>) {
  return (
    <Section {...header}>
      {scale && <ScaleDrawing {...scale} />}
      <ul className="reasons pair">
        {items.map(({ title, icon, description }) => (
          <li key={title}>
            {icon && <Drawing drawing={icon} className="glyph" />}
            <h3>{title}</h3>
            <p>
              <Ranges text={description} />
            </p>
          </li>
        ))}
      </ul>
      {callToAction && (
        <p className="why-call row serif large">
          <span>{callToAction.question}</span>{' '}
          <a className="button" href={contact}>
            {callToAction.link}
          </a>
        </p>
      )}
    </Section>
  )
}

function ScaleDrawing({ rows, axis }: NonNullable<SectionProps<'why-choose'>['scale']>) {
  const weeks = Math.ceil(Math.max(...rows.map(({ to }) => to)))
  return (
    <figure className="scale">
      <svg className="visually-hidden" aria-hidden="true">
        <pattern id="weeks" width={1 / weeks} height="1">
          <path d="M.5 0V99" />
        </pattern>
      </svg>
      {rows.map(({ figure, note, from, to }) => (
        <p key={note} className="scale-row">
          <span className="scale-words row">
            <b className="serif large">{figure}</b> <i className="remark">{note}</i>
          </span>
          <Bar from={from / weeks} to={to / weeks} />
        </p>
      ))}
      <p className="scale-axis remark" aria-hidden="true">
        <span>{axis.start}</span>
        {weeks > 1 && <span>{`${axis.week} ${weeks / 2}`}</span>}
        <span>{`${axis.week} ${weeks}`}</span>
      </p>
    </figure>
  )
}

/** A bar in the figure. `from` and `to` are fractions of the width. */
function Bar({ from, to }: { from: number; to: number }) {
  return (
    <svg className="scale-bar" width="100%" height="100%" aria-hidden="true">
      <rect className="scale-weeks" width="100%" height="100%" />
      {from > 0 && <line className="spar" x2={percent(from)} y1="50%" y2="50%" />}
      <rect
        className={from > 0 ? 'dense' : 'facet-1'}
        x={percent(from)}
        y="50%"
        width={percent(to - from)}
        height="18"
      />
    </svg>
  )
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 10_000) / 100}%`
}
