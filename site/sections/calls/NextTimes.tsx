import './next-times.css'
import type { Calls } from '../../../platform/content/calls.ts'
import type { readNextTimes } from '../../../server/calls/call-page.ts'
import { callPath } from '../../../server/calls/kinds.ts'
import { nextTimes, showDays } from '../../../server/calls/shown-days.ts'
import { zoneLabel } from '../../../server/calls/zone-names.ts'
import { DayList } from './DayList.tsx'
import { kindFacts } from './KindFacts.tsx'
import { zoneDataOf } from './zone-data.ts'

type NextTimesProps = { calls: Calls; next: Awaited<ReturnType<typeof readNextTimes>> }

/** The next free times, as buttons for other pages, which have to include `call-script.ts` below them. */
export function NextTimes({ calls: { page, taken }, next }: NextTimesProps) {
  const { kind, format, now, times } = next
  if (times.length === 0) return null
  const [before, after] = page.timesIn.split('{zone}')
  return (
    <form action={callPath(kind)} className="next-times" data-guess={zoneDataOf(next)}>
      <input type="hidden" name="zone" value={format.zone} />
      <p className="second">
        {`${kindFacts(page, kind, format.lang).join(', ')}. ${before}`}
        <span className="zone-label">{zoneLabel(times[0] ?? now, format)}</span>
        {after}
      </p>
      <DayList days={nextTimes(showDays(times, { ...format, now }))} />
      <p>
        <a className="link" href={callPath(kind)}>
          {taken.all}
        </a>
      </p>
    </form>
  )
}
