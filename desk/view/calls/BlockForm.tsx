import { useState } from 'react'
import { change } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'
import { dateTimeValue } from './week.ts'

const hourMs = 3_600_000

type BlockFormProps = {
  zone: string
  /** The selected free time, like `2026-12-01T14:30`. */
  selectedTime: string | undefined
}

export function BlockForm({ zone, selectedTime }: BlockFormProps) {
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

function TimeField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
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
