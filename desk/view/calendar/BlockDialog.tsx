import { useEffect, useRef, useState } from 'react'
import { change } from '../client.ts'
import { Dialog, openDialog } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Field } from '../ui/Field.tsx'
import { startAt, stepSeconds, type Times } from './time-fields.ts'

type BlockDialogProps = Times & { isDays: boolean; onClose: () => void }

/** A dialog for blocking a time. It opens when rendered, and reopens with the typed values after an error. */
export function BlockDialog({ onClose, ...chosen }: BlockDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isSending = useRef(false)
  const [times, setTimes] = useState<Times>(chosen)
  const [note, setNote] = useState('')
  const [isDays, setIsDays] = useState(chosen.isDays)
  const [problem, setProblem] = useState<string>()
  const { runChange } = useChanges()
  useEffect(() => openDialog(dialog.current), [])
  const shown = isDays ? { from: times.from.slice(0, 10), to: times.to.slice(0, 10) } : times
  const block = async () => {
    isSending.current = true
    const undo = ({ id }: { id: string }) => change('calls.unblock', { reference: id })
    const isDone = await runChange('calls.block', { ...shown, note }, { undo, onError: setProblem })
    isSending.current = false
    if (isDone) onClose()
    else openDialog(dialog.current)
  }
  const close = () => {
    if (!isSending.current) onClose()
  }
  const field = isDays
    ? { type: 'date', required: true }
    : { type: 'datetime-local', step: stepSeconds, required: true }
  const withTime = (value: string, time: string) => (isDays ? value + time.slice(10) : value)
  const toLabel = isDays ? 'Through' : 'Until'
  const isOrdered = isDays ? shown.from <= shown.to : shown.from < shown.to
  return (
    <Dialog ref={dialog} title="Block time" confirmLabel="Block" onConfirm={block} onClose={close}>
      {problem && <Banner isLate>{problem}</Banner>}
      <Field
        {...field}
        label="From"
        value={shown.from}
        onText={(text) => setTimes(startAt(withTime(text, times.from), times))}
      />
      <Field
        {...field}
        label={toLabel}
        // The browser shows this message next to the field.
        ref={(input) => input?.setCustomValidity(isOrdered ? '' : `“${toLabel}” must be after “From”.`)}
        value={shown.to}
        onText={(text) => setTimes({ ...times, to: withTime(text, times.to) })}
      />
      <label className="choice">
        <input type="checkbox" checked={isDays} onChange={({ target }) => setIsDays(target.checked)} />
        Whole days
      </label>
      <Field label="Note (only you see it)" maxLength={1_000} value={note} onText={setNote} />
    </Dialog>
  )
}
