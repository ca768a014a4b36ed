import { type CSSProperties, Fragment } from 'react'
import { minuteMs } from '../../../platform/text/time-text.ts'
import { useClock } from '../shell/clock.ts'
import { SlotView } from './SlotView.tsx'
import { type Choose, useChoosing } from './use-choosing.ts'
import {
  type Layout,
  labelsFor,
  linesFor,
  minutesIn,
  rowMinutes,
  rowsIn,
  type Span,
  spanText,
  usualHours,
  type Week,
} from './week.ts'

type WeekGridProps = {
  data: Week
  layout: Layout
  selected: string | undefined
  /** Runs when the owner clicks a free time, drags over free times, or clicks a day. */
  onChoose: Choose
}

export function WeekGrid({ data, layout: { days, bands }, selected, onChoose }: WeekGridProps) {
  const clock = useClock()
  const { propsOf, gridProps } = useChoosing(onChoose)
  const today = days.findIndex(({ start }) => clock.daysFromToday(start) === 0)
  const folds = bands.slice(1).map((band, i) => ({ from: bands[i]?.to ?? 0, to: band.from }))
  const minute = minutesIn(data.zone)(clock.now)
  const isNowIn = ({ from, to }: Span) => today >= 0 && from <= minute && minute < to
  const isNowFolded = folds.some(isNowIn)
  const [nowLine] = linesFor({ from: minute, to: minute }, bands)
  return (
    <section
      className={data.minutes < 30 ? 'week short' : 'week'}
      aria-label="Week"
      {...gridProps}
      style={tracksFor({ days, bands }, data.minutes)}
    >
      {days.map(({ start, isClosed }, i) => (
        <Fragment key={start}>
          <h2 style={{ '--day': columnOf(i) }} aria-current={i === today ? 'date' : undefined}>
            <button
              type="button"
              title={`Block ${clock.day(start)}`}
              onClick={() => onChoose(start + usualHours.from * minuteMs, start + usualHours.to * minuteMs, true)}
            >
              {clock.weekday(start)} <b>{Number(clock.isoDay(start).slice(-2))}</b>
            </button>
          </h2>
          {isClosed && (
            <p className="closed" style={{ '--day': columnOf(i) }}>
              Closed
            </p>
          )}
        </Fragment>
      ))}
      {labelsFor(bands).map(({ text, line }) => (
        <time key={line} style={{ '--row': line }}>
          {text}
        </time>
      ))}
      {folds.map((fold) => (
        <p
          key={fold.from}
          className="fold"
          style={{ '--row': linesFor(fold, bands)[0] - 1, '--day': columnOf(isNowFolded && today === 0 ? 1 : 0) }}
        >
          <span>{`${spanText(fold)}, closed`}</span>
        </p>
      ))}
      {days.map(({ gaps }, i) =>
        gaps.map((gap) => {
          const [from, to] = linesFor(gap, bands)
          const style = { '--day': columnOf(i), '--row': from, '--rows': to - from }
          return <i key={from} className="slot off" style={style} />
        }),
      )}
      {days.map(({ slots, isClosed }, i) =>
        slots.map((slot) => {
          const [from, to] = linesFor(slot, bands)
          if (from >= to || isClosed) return null
          const lanes = { '--lane': slot.lane, '--lanes': slot.lanes }
          const style = { '--day': columnOf(i), '--row': from, '--rows': to - from, ...lanes }
          return <SlotView key={slot.key} {...{ slot, style, selected, propsOf }} week={data.week} />
        }),
      )}
      {(isNowFolded || bands.some(isNowIn)) && (
        <p className="now" style={{ '--day': columnOf(today), '--row': nowLine }}>
          <span>{clock.time(clock.now)}</span>
        </p>
      )}
    </section>
  )
}

/** A day’s column in the CSS grid. The times are in column 1. */
function columnOf(dayIndex: number): number {
  return dayIndex + 2
}

/** Minimum height of a 30-minute call, which has two lines of text. */
const twoLinesPx = 44
/** Minimum height of a shorter call, which has one line of text. */
const oneLinePx = 28
const foldPx = 28
/** Height of everything but the rows: the page’s head, the day names, and margins. */
const outsideRowsPx = 148

/** Rows shrink to fit the window, but keep two lines for a 30-minute call and one line for a shorter call. */
function tracksFor({ days, bands }: Layout, minutes: number): CSSProperties {
  const rows = bands.reduce((sum, band) => sum + rowsIn(band), 0)
  const minRowPx = Math.max(3, ((minutes < 30 ? oneLinePx : twoLinesPx) * rowMinutes) / minutes)
  const isNarrow = (isClosed: boolean) => isClosed && days.some((day) => !day.isClosed)
  const columns = days.map(({ isClosed }) => (isNarrow(isClosed) ? 'minmax(56px, 0.42fr)' : 'minmax(0, 1fr)'))
  return {
    '--five': `clamp(${minRowPx.toFixed(2)}px, (100dvh - ${outsideRowsPx + foldPx * bands.length}px) / ${rows}, 12px)`,
    gridTemplateRows: `44px ${bands.map((band) => `repeat(${rowsIn(band)}, var(--five))`).join(` ${foldPx}px `)}`,
    gridTemplateColumns: `66px ${columns.join(' ')}`,
  }
}
