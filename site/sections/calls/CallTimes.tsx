import './times.css'
import type { ReactNode } from 'react'
import type { Calls } from '../../../platform/content/calls.ts'
import type { TimesView } from '../../../server/calls/call-page.ts'
import { Linked } from '../../ui/Linked.tsx'
import { CallFrame } from './CallFrame.tsx'
import { DayList } from './DayList.tsx'
import { KindFacts } from './KindFacts.tsx'
import { zoneDataOf } from './zone-data.ts'

export type CallTimesProps = {
  calls: Calls
  view: TimesView
  studioEmail: string
  /** Shown after a form was submitted without a time. */
  message?: string | undefined
  /** A tag with the call being moved. */
  tag?: ReactNode
}

/** The free times, to book or move a call. */
export function CallTimes({ calls, view, studioEmail, message, tag }: CallTimesProps) {
  const { page, links, problems } = calls
  const { kind, current, times } = view
  const error = message ?? (view.isTaken ? problems.taken : undefined)
  return (
    <CallFrame
      title={current ? links.move.heading : kind.name || page.heading}
      head={!current && <KindFacts calls={calls} kind={kind} lang={view.format.lang} />}
      side={
        <>
          {tag}
          {times.length > 0 && <ZoneChoice {...{ calls, view }} />}
        </>
      }
    >
      <section
        className="call-main times"
        aria-label={page.times}
        data-guess={view.isZoneGuessed ? zoneDataOf(view) : undefined}
      >
        {error && (
          <p className="call-error" role="alert">
            {error}
          </p>
        )}
        {times.length === 0 && (
          <p>
            <Linked text={page.none} studioEmail={studioEmail} />
          </p>
        )}
        {times.length > 0 && (
          <>
            <Times title={current ? links.move.pick : page.pick} {...{ calls, view }} />
            <p className="times-foot">
              <Linked text={page.other} to={['/contact']} />
            </p>
          </>
        )}
      </section>
      {!current && (
        <aside className="call-about">
          <p>{kind.text ?? page.text}</p>
          {page.remark && <p className="remark">{page.remark}</p>}
          {calls.kinds.length > 1 && (
            <a className="link" href="/call">
              {page.otherKinds}
            </a>
          )}
        </aside>
      )}
    </CallFrame>
  )
}

type TimesProps = { calls: Calls; view: TimesView }

/** A list of time zones. The page's script applies a choice immediately. Without it, the button or any time does. */
function ZoneChoice({ calls: { page }, view: { links, zones } }: TimesProps) {
  return (
    <div className="call-zone">
      <p className="select">
        <label htmlFor="zone">{page.zone}</label>
        <select id="zone" name="zone" form="times" defaultValue={links.zone} autoComplete="off">
          {zones.map(({ zone, label }) => (
            <option key={zone} value={zone}>
              {label}
            </option>
          ))}
        </select>
      </p>
      <noscript>
        <button type="submit" form="times" className="button button-plain">
          {page.update}
        </button>
      </noscript>
    </div>
  )
}

/** Free times of five days side by side, or of one day at a time on phones. */
function Times({ calls: { page, links }, view, title }: TimesProps & { title: string }) {
  const { days, nights, selectableDays, earlier, later } = view.days
  const linkTo = (more: Record<string, string>) => timesLink(view.links, more)
  const list = { current: view.current?.start, currentMark: links.move.mark, chosen: view.chosen?.start }
  return (
    <>
      <div className="times-head">
        <h2>{title}</h2>
        <p className="row">
          <PageLink to={earlier && linkTo({ from: earlier })}>
            <span aria-hidden="true">‹</span> {page.earlier}
          </PageLink>
          <PageLink to={later && linkTo({ from: later })}>
            {page.later} <span aria-hidden="true">›</span>
          </PageLink>
        </p>
      </div>
      <nav className="strip" aria-label={page.days}>
        {selectableDays.map(({ date, shortWeekday, number, state }) => (
          <a key={date} href={linkTo({ day: date })} aria-current={state === 'chosen' ? 'date' : undefined}>
            <span>{shortWeekday}</span> <b>{number}</b>
          </a>
        ))}
      </nav>
      <form action={view.links.path} id="times">
        {view.hiddenFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value ?? ''} />
        ))}
        <DayList days={days} {...list} />
        <details className="night" open={days.length === 0} hidden={nights.length === 0}>
          <summary>{page.night.replace('{hours}', () => view.night)}</summary>
          <DayList days={nights} {...list} />
        </details>
      </form>
    </>
  )
}

function PageLink({ to, children }: { to: string | undefined; children: ReactNode }) {
  const isDisabled = to === undefined
  return (
    <a className="link" href={to} role={isDisabled ? 'link' : undefined} aria-disabled={isDisabled || undefined}>
      {children}
    </a>
  )
}

export function timesLink({ path, zone, move }: TimesView['links'], more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...more, zone })
  if (move) query.set('move', move)
  return `${path}?${query}`
}
