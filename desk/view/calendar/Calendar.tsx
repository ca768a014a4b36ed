import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { hourMs } from '../../../platform/text/time-text.ts'
import { useRead } from '../client.ts'
import { useClock } from '../shell/clock.ts'
import { useStudio } from '../shell/studio.tsx'
import { useOpening } from '../shell/use-opening.ts'
import type { Clock } from '../times.ts'
import { Icon } from '../ui/Icon.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { Agenda } from './Agenda.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import { BookButton } from './BookButton.tsx'
import { CallCard } from './CallCard.tsx'
import { fieldValue, type Times } from './time-fields.ts'
import type { Choose } from './use-choosing.ts'
import { WeekGrid } from './WeekGrid.tsx'
import { daysLater, layOutWeek, type Week, weekTitle } from './week.ts'

const conflictStatus = 409

export function Calendar() {
  const [query] = useSearchParams()
  const clock = useClock()
  const [blocked, setBlocked] = useState<Times & { isDays: boolean }>()
  const choose: Choose = (start, end, isDays = false) =>
    setBlocked({ from: fieldValue(start, clock.zone), to: fieldValue(end, clock.zone), isDays })
  const read = useRead('calls.week', { week: query.get('week') ?? undefined }, { keepsPrevious: true })
  const { data, error } = read
  if (error?.status === conflictStatus)
    return <Page title="Calendar" about={`Calls that visitors book appear here. ${error.message}`} />
  return (
    <Page
      isWide
      title={data ? weekTitle(data, clock) : 'Calendar'}
      actions={data && <WeekActions data={data} onChoose={choose} />}
    >
      <Loaded {...read}>{(week) => <WeekView data={week} chosen={query.get('call')} onChoose={choose} />}</Loaded>
      {blocked && <BlockDialog {...blocked} onClose={() => setBlocked(undefined)} />}
    </Page>
  )
}

function WeekActions({ data, onChoose }: { data: Week; onChoose: Choose }) {
  const clock = useClock()
  const start = data.free[0] ?? Math.ceil(clock.now / hourMs) * hourMs
  const block = () => onChoose(start, start + hourMs)
  useOpening('block', block)
  const hrefAfter = (days: number) => `/calendar?week=${daysLater(data.week, days)}`
  return (
    <>
      <Link
        className="button plain only previous"
        href={hrefAfter(-7)}
        aria-label="Previous week"
        aria-keyshortcuts="ArrowLeft"
      >
        <Icon name="left" />
      </Link>
      <Link className="button" href="/calendar">
        Today
      </Link>
      <Link
        className="button plain only next"
        href={hrefAfter(7)}
        aria-label="Next week"
        aria-keyshortcuts="ArrowRight"
      >
        <Icon name="right" />
      </Link>
      <BookButton zone={data.zone} kinds={data.kinds} />
      <button type="button" className="button" onClick={block}>
        <Icon name="plus" />
        Block time
      </button>
    </>
  )
}

const key = [
  ['booked', 'Booked'],
  ['reserved', 'Reserved, not confirmed yet'],
  ['blocked', 'Blocked by you'],
  ['busy', 'Busy in your own calendar'],
  ['', 'Free to book'],
  ['off', 'Not offered (too soon, or next to a call)'],
] as const

function WeekView({ data, chosen, onChoose }: { data: Week; chosen: string | null; onChoose: Choose }) {
  const clock = useClock()
  const { siteUrl } = useStudio()
  const layout = layOutWeek(data)
  const next = data.calls.find(({ state, ends_at }) => state !== 'blocked' && ends_at > clock.now)
  // Select nothing while a moved call's new week loads.
  const entry = chosen === null ? next : data.calls.find(({ id }) => id === chosen)
  return (
    <div className="columns narrow">
      <WeekGrid data={data} layout={layout} selected={entry?.id} onChoose={onChoose} />
      <Agenda data={data} layout={layout} />
      <aside className="stack">
        {entry ? (
          <CallCard key={entry.id} entry={entry} data={data} isChosen={entry.id === chosen} />
        ) : (
          <p className="second">
            {chosen === null ? 'No calls in these seven days.' : 'Choose a call to see it here.'}
          </p>
        )}
        <Section title="Key">
          <ul className="key">
            {key.map(([kind, text]) => (
              <li key={kind}>
                <span className={`slot ${kind}`} />
                {text}
              </li>
            ))}
          </ul>
        </Section>
        <p className="second">
          {syncText(data, clock)} <span className="extra">Drag over free times to block them. </span>
          Visitors book at <a href={new URL('/call', siteUrl).href}>/call</a>
        </p>
      </aside>
    </div>
  )
}

/** `Your calendar synced 4 min ago.` */
function syncText({ synced }: Week, clock: Clock): string {
  if (synced.length === 0) return 'Set CALENDAR_URLS to see when you’re busy.'
  const name = synced.length === 1 ? 'Your calendar' : 'Your calendars'
  const oldest = Math.min(...synced.map((syncedAt) => syncedAt ?? 0))
  if (oldest === 0) return `${name} will sync in a few minutes. Until then, visitors can’t book calls.`
  const age = clock.age(oldest)
  return `${name} synced ${age === 'now' ? 'just now' : `${age} ago`}.`
}
