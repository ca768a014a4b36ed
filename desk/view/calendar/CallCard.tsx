import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { minuteMs } from '../../../platform/text/time-text.ts'
import { change } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { type Clock, cityOf, createClock } from '../times.ts'
import { Facts } from '../ui/Facts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MoveButton } from './MoveButton.tsx'
import { fieldValue, theirTime } from './time-fields.ts'
import { type Entry, timesOf, type Week } from './week.ts'

/** Shows the selected call or blocked time. Scrolls to it if it’s below the week. */
export function CallCard({ entry, data, isChosen }: { entry: Entry; data: Week; isChosen: boolean }) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <section ref={card} className="card" id="call" aria-label="Selected">
      {entry.state === 'blocked' ? <Block entry={entry} zone={data.zone} /> : <Call entry={entry} data={data} />}
    </section>
  )
}

function Block({ entry: { id, starts_at, ends_at, note }, zone }: { entry: Entry; zone: string }) {
  const clock = useClock()
  const { runChange } = useChanges()
  const from = fieldValue(starts_at, zone)
  const to = fieldValue(ends_at, zone)
  const unblock = () =>
    runChange('calls.unblock', { reference: id }, { undo: () => change('calls.block', { from, to, note }) })
  const days = [...new Set([starts_at, ends_at - 1].map(clock.day))].join(' – ')
  return (
    <div>
      <h2 dir="auto">{note || 'Blocked time'}</h2>
      <p>{`${days}, ${timesOf({ start: starts_at, end: ends_at }, clock).replace('All', 'all')}`}</p>
      <p className="quote">Visitors can’t book this time.</p>
      <div className="actions">
        <ActionButton label="Unblock" run={unblock} />
      </div>
    </div>
  )
}

function Call({ entry, data }: { entry: Entry; data: Week }) {
  const clock = useClock()
  const { id, name, email, about, state, starts_at, ends_at, zone, booked_by, booked_at, earlierLeads } = entry
  const theirs = theirTime(starts_at, createClock(zone, clock.now), clock)
  const emailLink = <a href={`mailto:${email}`}>{email}</a>
  const history = earlierLeads === 0 ? 'First contact' : counted(earlierLeads, 'earlier message')
  const historyLink = <Link href={hrefs.person(email)}>{history}</Link>
  return (
    <>
      <div>
        <h2 dir="auto">{name || email}</h2>
        <p>{`${clock.dayName(starts_at)}, ${clock.timeRange(starts_at, ends_at)}`}</p>
        {theirs && <p className="second">{`${theirs} (${cityOf(zone)})`}</p>}
        <p className="second">{stateText(entry, clock)}</p>
        <p className="quote" dir="auto">
          {about}
        </p>
        <div className="actions">
          {state === 'requested' ? (
            <FinalButton label="Approve call" change="calls.approve" input={{ reference: id }} isPrimary />
          ) : (
            <JoinLink entry={entry} />
          )}
          {starts_at > clock.now && (
            <>
              <MoveButton call={entry} data={data} />
              <FinalButton label="Cancel call" change="calls.cancel" input={{ reference: id }} isPlain />
            </>
          )}
        </div>
      </div>
      <div>
        <Facts
          facts={[
            ['Email', emailLink],
            ...entry.details,
            ['Booked', `${clock.moment(booked_at)}${booked_by === 'owner' ? ', by you' : ''}`],
            ['Reminders', remindersText(entry, clock)],
            ['History', historyLink],
          ]}
        />
      </div>
    </>
  )
}

const joinsBeforeMs = 15 * minuteMs

/** A link to join the call. It’s a primary button from 15 minutes before the call until the call ends. */
export function JoinLink({ entry: { state, starts_at, ends_at, joinUrl: url } }: { entry: Entry }) {
  const { now } = useClock()
  if (url === null || state !== 'booked' || ends_at <= now) return null
  return (
    <a
      className={now >= starts_at - joinsBeforeMs ? 'button primary' : 'button'}
      href={url}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="video" />
      Join call
    </a>
  )
}

function stateText({ state, reserved_until }: Entry, clock: Clock): string | null {
  if (state === 'requested') return 'Waiting for your approval. Until then, the time stays free.'
  if (reserved_until === null) return null
  return `Not confirmed yet. Reserved until ${clock.time(reserved_until)}, then free again.`
}

/** `Sent yesterday, 7:00 PM. Next: today, 6:00 PM.` */
export function remindersText({ reminders }: Pick<Entry, 'reminders'>, clock: Clock): string {
  if (reminders.length === 0) return 'None'
  const labels: Partial<Record<string, string>> = { sent: 'Sent', failed: 'Failed' }
  const sentences = reminders.map(({ state, at }) => {
    return `${labels[state] ?? 'Next:'} ${clock.dayNameWithin(at)}, ${clock.time(at)}.`
  })
  return sentences.join(' ')
}
