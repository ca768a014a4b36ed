import './details.css'
import type { Calls } from '../../../platform/content/calls.ts'
import type { TimesView } from '../../../server/calls/call-page.ts'
import type { DescribedTime } from '../../../server/calls/times.ts'
import { CallTimes, type CallTimesProps } from './CallTimes.tsx'

/** The free times, next to the call being moved. */
export function MoveTimes(props: Omit<CallTimesProps, 'tag'>) {
  const { calls, view } = props
  return <CallTimes {...props} tag={view.current && <MoveTag {...{ calls, view }} current={view.current} />} />
}

type MoveTagProps = { calls: Calls; view: TimesView; current: DescribedTime }

/** Shows the call's current time and, once the visitor picks a new time, that time and the button to move the call. */
function MoveTag({ calls: { links }, view: { links: to, chosen }, current }: MoveTagProps) {
  const manage = `/call/manage?key=${to.move}`
  const keep = (
    <a className="link" href={manage}>
      {links.move.keep}
    </a>
  )
  if (chosen === undefined)
    return (
      <section className="tag" aria-label={links.move.current}>
        <p className="second">{links.move.current}</p>
        <h2>
          <time dateTime={current.start}>{current.day}</time>
        </h2>
        <p>
          <strong>{current.range}</strong> {current.zoneName}
        </p>
        <p>{keep}</p>
      </section>
    )
  return (
    <form className="tag" action={manage} method="post" aria-label={links.move.new}>
      <input type="hidden" name="zone" value={to.zone} />
      <input type="hidden" name="start" value={chosen.start} />
      <dl>
        <dt>{links.move.current}</dt>
        <dd>
          <del>
            <time dateTime={current.start}>{current.short}</time>
          </del>
        </dd>
        <dt>{links.move.new}</dt>
        <dd>
          <time dateTime={chosen.start}>
            <strong className="when">{chosen.day}</strong> <strong>{chosen.range}</strong> {chosen.zoneName}
          </time>
        </dd>
        {chosen.myTime && <dd className="second">{chosen.myTime}</dd>}
      </dl>
      <p className="row">
        <button type="submit" className="button">
          {links.move.button}
        </button>
        {keep}
      </p>
    </form>
  )
}
