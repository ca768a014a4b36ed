import { type CSSProperties, Fragment, type PointerEvent, useState } from 'react'
import { Link } from 'wouter'
import { hourMs } from '../../../platform/text/time-text.ts'
import { hrefs } from '../hrefs.ts'
import { useClock } from '../shell/studio.tsx'
import {
  type Layout,
  labelsFor,
  linesFor,
  minutesIn,
  rowMinutes,
  rowsIn,
  type Slot,
  spanText,
  timesOf,
  type Week,
} from './week.ts'

type WeekGridProps = {
  data: Week
  layout: Layout
  selected: string | undefined
  /** Runs when the owner clicks a free time, drags over free times, or clicks a day. Times are epoch ms. */
  onChoose: (start: number, end: number, isDays?: boolean) => void
}

export function WeekGrid({ data, layout: { days, bands }, selected, onChoose }: WeekGridProps) {
  const clock = useClock()
  const { propsOf, grid } = useChoosing(onChoose)
  const today = days.findIndex(({ start }) => clock.daysFromToday(start) === 0)
  const folds = bands.slice(1).map((band, i) => ({ from: bands[i]?.to ?? 0, to: band.from }))
  const minute = minutesIn(data.zone)(clock.now)
  const isNowIn = ({ from, to }: (typeof folds)[number]) => today >= 0 && from <= minute && minute < to
  const isNowFolded = folds.some(isNowIn)
  return (
    <section
      className={data.minutes < 30 ? 'week short' : 'week'}
      aria-label="Week"
      {...grid}
      style={tracksFor({ days, bands }, data.minutes)}
    >
      {days.map(({ start, isClosed }, i) => (
        <Fragment key={start}>
          <h2 style={{ '--day': i + 2 }} aria-current={i === today ? 'date' : undefined}>
            <button
              type="button"
              title={`Block ${clock.day(start)}`}
              onClick={() => onChoose(start + 9 * hourMs, start + 17 * hourMs, true)}
            >
              {clock.weekday(start)} <b>{Number(clock.isoDay(start).slice(-2))}</b>
            </button>
          </h2>
          {isClosed && (
            <p className="closed" style={{ '--day': i + 2 }}>
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
          style={{ '--row': linesFor(fold, bands)[0] - 1, '--day': isNowFolded && today === 0 ? 3 : 2 }}
        >
          <span>{`${spanText(fold)}, closed`}</span>
        </p>
      ))}
      {days.map(({ gaps }, i) =>
        gaps.map((gap) => {
          const [from, to] = linesFor(gap, bands)
          return <i key={from} className="slot off" style={{ '--day': i + 2, '--row': from, '--rows': to - from }} />
        }),
      )}
      {days.map(({ slots, isClosed }, i) =>
        slots.map((slot) => {
          const [from, to] = linesFor(slot, bands)
          if (from >= to || isClosed) return null
          const lanes = { '--lane': slot.lane, '--lanes': slot.lanes }
          const style = { '--day': i + 2, '--row': from, '--rows': to - from, ...lanes }
          return <SlotView key={slot.key} {...{ slot, style, selected, propsOf }} week={data.week} />
        }),
      )}
      {(isNowFolded || bands.some(isNowIn)) && (
        <p className="now" style={{ '--day': today + 2, '--row': linesFor({ from: minute, to: minute }, bands)[0] }}>
          <span>{clock.time(clock.now)}</span>
        </p>
      )}
    </section>
  )
}

/** Rows shrink to fit the window, but keep two lines for a 30-minute call and one line for a shorter call. */
function tracksFor({ days, bands }: Layout, minutes: number): CSSProperties {
  const rows = bands.reduce((sum, band) => sum + rowsIn(band), 0)
  const minRowPx = Math.max(3, ((minutes < 30 ? 28 : 44) * rowMinutes) / minutes)
  const isNarrow = (isClosed: boolean) => isClosed && days.some((day) => !day.isClosed)
  const columns = days.map(({ isClosed }) => (isNarrow(isClosed) ? 'minmax(56px, 0.42fr)' : 'minmax(0, 1fr)'))
  return {
    '--five': `clamp(${minRowPx.toFixed(2)}px, (100dvh - ${148 + 28 * bands.length}px) / ${rows}, 12px)`,
    gridTemplateRows: `44px ${bands.map((band) => `repeat(${rowsIn(band)}, var(--five))`).join(' 28px ')}`,
    gridTemplateColumns: `66px ${columns.join(' ')}`,
  }
}

type SlotViewProps = {
  slot: Slot
  style: CSSProperties
  selected: string | undefined
  week: string
  propsOf: ReturnType<typeof useChoosing>['propsOf']
}

function SlotView({ slot, style, selected, week, propsOf }: SlotViewProps) {
  const clock = useClock()
  const { kind, title, entry, start } = slot
  const day = clock.weekday(start)
  if (kind === 'free') {
    const label = `${day}, ${clock.time(start)}, free`
    return <button type="button" className="slot" style={style} aria-label={label} {...propsOf(slot)} />
  }
  const until = entry?.reserved_until
  const times = kind === 'booked' ? clock.time(start) : timesOf(slot, clock)
  const toApprove = entry?.state === 'requested' ? 'to approve' : times
  const about = until ? `until ${clock.time(until)} ${clock.dayNameWithin(until)}` : toApprove
  const content = (
    <>
      <b dir="auto">{title}</b> <span>{about}</span>
    </>
  )
  const shared = { className: `slot ${kind}`, style, title: `${title}, ${times}` }
  if (entry === undefined) return <div {...shared}>{content}</div>
  return (
    <Link
      {...shared}
      href={hrefs.call(entry.id, week)}
      aria-label={`${title} ${about}, ${day} ${times}, ${kind}`}
      aria-current={entry.id === selected || undefined}
    >
      {kind === 'blocked' ? <div>{content}</div> : content}
    </Link>
  )
}

/** A click chooses a free time. Dragging chooses all free times it passes over. */
function useChoosing(onChoose: WeekGridProps['onChoose']) {
  const [dragged, setDragged] = useState<{ first: Slot; last: Slot }>()
  const { first, last } = dragged ?? {}
  const from = Math.min(first?.start ?? 0, last?.start ?? 0)
  const to = Math.max(first?.end ?? 0, last?.end ?? 0)
  const stop = () => setDragged(undefined)
  const end = () => {
    stop()
    if (dragged) onChoose(from, to)
  }
  const propsOf = (slot: Slot) => ({
    'aria-pressed': from <= slot.start && slot.start < to,
    // `detail` is 0 for the keyboard and screen readers.
    onClick: ({ detail }: { detail: number }) => detail === 0 && onChoose(slot.start, slot.end),
    onPointerDown: ({ button }: PointerEvent) => button === 0 && setDragged({ first: slot, last: slot }),
    onPointerEnter: () => first && setDragged({ first, last: slot }),
  })
  return { propsOf, grid: { onPointerUp: end, onPointerLeave: stop } }
}
