import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { hourMs } from '../../../platform/text/time-text.ts'
import { change, type ResultOf, useRead } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useMedia } from '../shell/use-media.ts'
import { EntryView, TimeField } from './EntryView.tsx'
import { WeekGrid } from './WeekGrid.tsx'
import { dateTimeValue, layOutWeek, timeOfDay, weeksLater, weekTitle } from './week.ts'

export function Calls() {
  const [query] = useSearchParams()
  // Wide enough for seven days side by side.
  const isWide = useMedia('(width >= 900px)')
  const selectedTime = query.get('at') ?? undefined
  return (
    <main className="page calls">
      <h1>Calls</h1>
      <Loaded {...useRead('calls.week', { week: query.get('week') ?? undefined })}>
        {(data) => {
          const selected = data.calls.find(({ id }) => id === query.get('call'))
          return (
            <>
              <WeekBar data={data} />
              <aside>
                {isWide && selected && (
                  <section className="card call" aria-label="Selected">
                    <EntryView key={selected.id} entry={selected} data={data} />
                  </section>
                )}
                <BlockForm key={selectedTime} zone={data.zone} selectedTime={selectedTime} />
              </aside>
              {isWide ? <WeekGrid data={data} selected={selected?.id ?? selectedTime} /> : <WeekList data={data} />}
            </>
          )
        }}
      </Loaded>
    </main>
  )
}

function WeekBar({ data }: { data: ResultOf<'calls.week'> }) {
  const weekHref = (weeks: number) => `/calls?week=${weeksLater(data.week, weeks)}`
  return (
    <div className="week-bar">
      <h2>{weekTitle(data)}</h2>
      <div className="actions">
        <Link className="quiet" href={weekHref(-1)} aria-label="Previous week" aria-keyshortcuts="ArrowLeft">
          ←
        </Link>
        <Link className="quiet" href="/calls">
          This week
        </Link>
        <Link className="quiet" href={weekHref(1)} aria-label="Next week" aria-keyshortcuts="ArrowRight">
          →
        </Link>
      </div>
      <p className="second">{`Times are in ${data.zone}.`}</p>
    </div>
  )
}

function WeekList({ data }: { data: ResultOf<'calls.week'> }) {
  const days = layOutWeek(data).days.filter(({ entries, free }) => entries.length + free.length > 0)
  return (
    <div className="days">
      {days.length === 0 && <p>No calls and no free times this week.</p>}
      {days.map(({ date, title, entries, free }) => (
        <section key={date} className="card">
          <h2>{title}</h2>
          <ul>
            {entries.map(({ entry }) => (
              <li key={entry.id} className="call">
                <EntryView entry={entry} data={data} />
              </li>
            ))}
          </ul>
          {free.length > 0 && (
            <p className="second">{`Free: ${free.map(({ time }) => timeOfDay(time, data.zone)).join(', ')}`}</p>
          )}
        </section>
      ))}
    </div>
  )
}

type BlockFormProps = {
  zone: string
  /** The selected free time, like `2026-12-01T14:30`. */
  selectedTime: string | undefined
}

function BlockForm({ zone, selectedTime }: BlockFormProps) {
  const [from, setFrom] = useState(() => selectedTime ?? dateTimeValue(Math.ceil(Date.now() / hourMs) * hourMs, zone))
  const [to, setTo] = useState(() => hourAfter(from))
  const [note, setNote] = useState('')
  const { runChange } = useChanges()
  const block = async () => {
    await runChange(
      'calls.block',
      { from, to, note },
      { undo: ({ id }) => change('calls.unblock', { reference: id }), onDone: () => setNote('') },
    )
  }
  return (
    <details className="card block" open={selectedTime !== undefined}>
      <summary>Block a time</summary>
      <form action={block}>
        <TimeField label="From" value={from} onChange={setFrom} />
        <TimeField label="To" value={to} onChange={setTo} />
        <label>
          Note (only you see it)
          <input value={note} maxLength={1_000} onChange={({ target }) => setNote(target.value)} />
        </label>
        <button type="submit" className="button">
          Block
        </button>
      </form>
    </details>
  )
}

/** Adds an hour to a local time. Empty if `time` isn't one. */
function hourAfter(time: string): string {
  const afterMs = Date.parse(`${time}Z`) + hourMs
  return Number.isNaN(afterMs) ? '' : new Date(afterMs).toISOString().slice(0, 16)
}
