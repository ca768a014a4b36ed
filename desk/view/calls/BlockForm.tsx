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
  const nextHourMs = Math.ceil(Date.now() / hourMs) * hourMs
  const [from, setFrom] = useState(selectedTime ?? dateTimeValue(nextHourMs, zone))
  const [to, setTo] = useState(
    selectedTime === undefined ? dateTimeValue(nextHourMs + hourMs, zone) : hourAfter(selectedTime),
  )
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

function hourAfter(time: string): string {
  const [day, hour, minutes] = [time.slice(0, 11), Number(time.slice(11, 13)) + 1, time.slice(13)]
  return hour < 24 ? `${day}${String(hour).padStart(2, '0')}${minutes}` : `${day}23:55`
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
