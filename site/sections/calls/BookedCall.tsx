import type { CallKind, Calls } from '../../../platform/content/calls.ts'
import { placeLine, placeOf } from '../../../server/calls/kinds.ts'
import type { CallLinkAnswer } from '../../../server/calls/link-routes.ts'
import type { DescribedTime } from '../../../server/calls/times.ts'
import { Linked } from '../../ui/Linked.tsx'

type CallProps = {
  calls: Calls
  kind: CallKind
  call: NonNullable<CallLinkAnswer['call']>
  lead: NonNullable<CallLinkAnswer['lead']>
}

type CallTagProps = CallProps & {
  time: DescribedTime
  /** Shows only the kind and time, for example to confirm a cancellation. */
  isBrief: boolean
}

/** The call's kind, time, and place, on a paper tag that hangs from the drawing's thread. */
export function CallTag({ calls: { links }, kind, call, lead, time, isBrief }: CallTagProps) {
  const { labels } = links
  const place = placeOf(kind.where, lead)
  if (isBrief)
    return (
      <div className="tag">
        <h2>
          <time dateTime={time.start}>{breakOnce(time.date)}</time>
        </h2>
        <p>
          <strong>{time.range}</strong> {time.zoneLabel}
        </p>
        <p className="second">{`${kind.event}, ${kind.where.name}`}</p>
      </div>
    )
  return (
    <div className="tag">
      <dl>
        <dt>{labels.call}</dt>
        <dd>{kind.event}</dd>
        <dt>{labels.when}</dt>
        <dd>
          <time dateTime={time.start}>
            <strong className="when">{breakOnce(time.date)}</strong> {`${time.range}, ${time.zoneLabel}`}
          </time>
        </dd>
        {time.myRange && <dd className="second">{time.myRange}</dd>}
        <dt>{labels.where}</dt>
        <dd>
          {place.value ? `${place.text}: ` : place.text}
          {place.href ? <a href={place.href}>{place.value}</a> : place.value}
        </dd>
        <dt>{labels.reference}</dt>
        <dd>{call.id}</dd>
      </dl>
    </div>
  )
}

/** Formats a date, like `Thursday, November 26, 2026`. Lines break only after the weekday. */
function breakOnce(date: string): string {
  const [weekday = '', ...rest] = date.split(', ')
  return [weekday, rest.join(', ').replaceAll(' ', '\u00a0')].filter(Boolean).join(', ')
}

type BookedCallProps = CallProps & { linkKey: string; to: { manage: string; move: string } }

/** Buttons and links to save, move, or cancel a booked call. */
export function BookedCall({ linkKey, to, ...props }: BookedCallProps) {
  const { links } = props.calls
  const { calendar } = links
  const { google, outlook } = calendarLinks(props)
  return (
    <>
      <h2>{calendar.heading}</h2>
      <p className="row">
        <a className="button button-plain" href={google}>
          {calendar.google}
        </a>
        <a className="button button-plain" href={outlook}>
          {calendar.outlook}
        </a>
        <a className="button button-plain" href={`/call/event.ics?key=${linkKey}`} download>
          {calendar.file}
        </a>
      </p>
      <p>
        <Linked text={links.change} to={[to.move, `${to.manage}&do=cancel`]} />
      </p>
    </>
  )
}

/** Links that open a new event for the call in a web calendar. */
function calendarLinks({ kind, call, lead }: CallProps) {
  const location = placeLine(placeOf(kind.where, lead))
  const [start = '', end = ''] = [call.starts_at, call.ends_at].map(
    (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`,
  )
  const dates = `${start}/${end}`.replaceAll(/[-:]/g, '')
  const google = new URLSearchParams({ action: 'TEMPLATE', text: kind.event, dates, location })
  const outlook = new URLSearchParams({ rru: 'addevent', subject: kind.event, startdt: start, enddt: end, location })
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/action/compose?${outlook}`,
  }
}
