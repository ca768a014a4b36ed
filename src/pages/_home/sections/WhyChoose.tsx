import './WhyChoose.css'
import './ScaleDrawing.css'
import type { Home } from '../../../content/home/home.ts'
import type { Offers } from '../../../content/offers.ts'
import { Ranges } from '../../../ui/Headline.tsx'
import { Section } from '../../../ui/Section.tsx'

type WhyChooseProps = Home['whyChoose'] & { leadTimes: Offers['leadTimes'] }

export function WhyChoose({ heading, remark, scale, items, callToAction, leadTimes }: WhyChooseProps) {
  return (
    <Section id="why-choose" heading={heading} remark={remark}>
      <ScaleDrawing words={scale} leadTimes={leadTimes} />
      <ul className="reasons pair">
        {items.map(({ title, icon, description }) => (
          <li key={title}>
            <svg className="glyph" viewBox="0 0 32 32" aria-hidden="true">
              <path d={icon} />
            </svg>
            <h3>{title}</h3>
            <p>
              <Ranges text={description} />
            </p>
          </li>
        ))}
      </ul>
      <p className="why-call serif large">
        <span>{callToAction.question}</span>{' '}
        <a className="button" href="#contact">
          {callToAction.link}
        </a>
      </p>
    </Section>
  )
}

type ScaleDrawingProps = { words: Home['whyChoose']['scale']; leadTimes: Offers['leadTimes'] }

function ScaleDrawing({ words, leadTimes: { sprintHours, mvpWeeks, applicationWeeks } }: ScaleDrawingProps) {
  const weeks = applicationWeeks.to
  const rows = [
    { ...words.sprint, from: 0, to: sprintHours / 24 / 7 },
    { ...words.mvp, ...mvpWeeks },
    { ...words.application, ...applicationWeeks },
  ]
  return (
    <figure className="scale">
      <svg className="visually-hidden" aria-hidden="true">
        <pattern id="weeks" width={1 / weeks} height="1">
          <path d="M.5 0V99" />
        </pattern>
      </svg>
      {rows.map(({ figure, note, from, to }) => (
        <p key={note} className="scale-row">
          <span className="scale-words">
            <b className="serif large">{figure}</b> <i className="remark">{note}</i>
          </span>
          <Bar from={from / weeks} to={to / weeks} />
        </p>
      ))}
      <p className="scale-axis remark" aria-hidden="true">
        <span>{words.today}</span>
        <span>
          {words.week} {weeks / 2}
        </span>
        <span>
          {words.week} {weeks}
        </span>
      </p>
    </figure>
  )
}

/** `from` and `to` are shares of the whole width. */
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

function percent(share: number): string {
  return `${Math.round(share * 10000) / 100}%`
}
