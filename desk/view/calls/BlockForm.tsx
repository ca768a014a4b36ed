import { useState } from 'react'
import { change } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'
import { clockIn } from './week.ts'

const hourMs = 3_600_000

type BlockFormProps = {
  zone: string
  /** A selected free time, in the format of the field. */
  at: string | undefined
}

/** Blocks a time for everyone. */
export function BlockForm({ zone, at }: BlockFormProps) {
  const hour = Math.ceil(Date.now() / hourMs) * hourMs
  const [from, setFrom] = useState(at ?? clockIn(hour, zone))
  const [to, setTo] = useState(at === undefined ? clockIn(hour + hourMs, zone) : hourAfter(at))
  const [note, setNote] = useState('')
  const { act } = useChanges()
  const block = async () => {
    await act(
      'calls.block',
      { from, to, note },
      { undo: ({ id }) => change('calls.unblock', { reference: id }), onDone: () => setNote('') },
    )
  }
  return (
    <details className="card block" open={at !== undefined}>
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

/** The last hour of a day ends at midnight. */
function hourAfter(clock: string): string {
  const hour = Number(clock.slice(11, 13)) + 1
  return hour < 24
    ? `${clock.slice(0, 11)}${String(hour).padStart(2, '0')}${clock.slice(13)}`
    : `${clock.slice(0, 11)}23:55`
}

type TimeFieldProps = { label: string; value: string; onChange: (value: string) => void }

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <label>
      {label}
      <input
        type="datetime-local"
        step={300}
        required
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
