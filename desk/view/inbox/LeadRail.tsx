import { Link } from 'wouter'
import { labelOf } from '../../../platform/fields.ts'
import { sourceName } from '../../../platform/text/report-text.ts'
import { hrefs } from '../hrefs.ts'
import { useClock } from '../shell/clock.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Facts } from '../ui/Facts.tsx'
import { type Lead, localTimeText } from './lead-text.ts'

export function LeadRail({ lead: { email, project, person, technical } }: { lead: Lead }) {
  const clock = useClock()
  const { zone, cameFrom, subscription, calls, earlier } = person
  const lastLead = earlier.at(-1)
  const next = calls.find(({ state, starts_at }) => state === 'booked' && starts_at > clock.now)
  const callLink = next && (
    <Link href={hrefs.call(next.id, clock.isoDay(next.starts_at))}>{clock.moment(next.starts_at)}</Link>
  )
  const leadsLink = lastLead && (
    <Link href={hrefs.person(email)}>{`${earlier.length}, last on ${clock.date(lastLead.created_at)}`}</Link>
  )
  return (
    <>
      {project.length > 0 && (
        <section>
          <h3>Project</h3>
          <Facts facts={project} />
        </section>
      )}
      <section>
        <h3>Person</h3>
        <Facts
          facts={[
            ['Local time', localTimeText(zone, clock)],
            ['Came from', sourceName(cameFrom)],
            ['Newsletter', subscription ? labelOf(subscription) : 'Not subscribed'],
            ['Calls', callLink ?? (calls.length || 'None yet')],
            ['Earlier leads', leadsLink ?? 'None'],
          ]}
        />
      </section>
      <Disclosure title="Technical details">
        <Facts facts={technical} />
      </Disclosure>
    </>
  )
}
