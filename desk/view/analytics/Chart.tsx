import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { describe, drawingOf, flagsOf, labeledPeriods, type Period, shortDay, summarize, unitOf } from './chart.ts'

/** Kites that fit below the plot. If a period has more leads, each kite stands for more than one lead. */
const maxKites = 6

/** Draws visits as a line and leads as kites. Point at a period or press the arrow keys to see its numbers. */
export function Chart({ periods }: { periods: readonly Period[] }) {
  const [chosen, setChosen] = useState<number>()
  const last = periods.length - 1
  const index = Math.min(chosen ?? last, last)
  const current = periods[index]
  const drawing = drawingOf(periods)
  const maxLeads = Math.max(maxKites, ...periods.map(({ leads }) => leads))
  const point = drawing.points[index]
  const isPointShown = chosen !== undefined || current?.isToday || last === 0
  const choose = (next: number) => setChosen(Math.max(0, Math.min(last, next)))
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(Math.floor(((clientX - left) / width) * periods.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }
  return (
    <figure className="chart">
      <figcaption>
        <span>
          <i className="dot" />
          Visits
        </span>
        <span>
          <i className="kite" />
          {`Leads that ${unitOf(periods)}`}
        </span>
        <output aria-live="off">{current && describe(current)}</output>
      </figcaption>
      <div
        className="plot"
        role="slider"
        tabIndex={0}
        aria-label={summarize(periods)}
        aria-valuemin={1}
        aria-valuemax={periods.length}
        aria-valuenow={index + 1}
        aria-valuetext={current && describe(current)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setChosen(undefined)}
        onKeyDown={onKeyDown}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className="grid" d={drawing.grid} />
          <path className="area" d={drawing.area} />
          <path className="line" d={drawing.line} />
          <path className="line today" d={drawing.today} />
        </svg>
        <ul className="ticks">
          {drawing.ticks.map(({ value, y }) => (
            <li key={value} style={positionOf({ y })}>
              {value.toLocaleString('en')}
            </li>
          ))}
        </ul>
        {periods.map(
          ({ from, flags }, n) =>
            flags.length > 0 && <i key={from} className="mark" style={positionOf({ y: 100, ...drawing.points[n] })} />,
        )}
        {flagsOf(periods, drawing).map(({ text, ...at }) => (
          <span key={`${at.x} ${text}`} className="flag" style={positionOf(at)}>
            {text}
          </span>
        ))}
        {isPointShown && point && point.y !== null && <i className="end" style={positionOf(point)} />}
      </div>
      <ol className="kites" style={{ '--days': periods.length }} aria-hidden="true">
        {periods.map(({ from, leads }) => (
          <li key={from} style={{ '--n': Math.ceil((leads * maxKites) / maxLeads) }} />
        ))}
      </ol>
      <ol className="days" aria-hidden="true">
        {labeledPeriods(periods.length).map((n) => (
          <li key={n} style={positionOf({ x: drawing.points[n]?.x ?? 0 })}>
            {periods[n]?.isToday ? 'Today' : shortDay(periods[n]?.from ?? '')}
          </li>
        ))}
      </ol>
    </figure>
  )
}

/** Positions an element in the plot. @param point in percent of the plot's size */
function positionOf({ x, y }: { x?: number; y?: number | null }): CSSProperties {
  const percent = (value: number | null | undefined) => (typeof value === 'number' ? `${value}%` : undefined)
  return { '--x': percent(x), '--y': percent(y) }
}
