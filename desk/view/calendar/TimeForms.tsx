import { useEffect, useRef, useState } from 'react'
import { change, useRead } from '../client.ts'
import { ActionButton, Dialog, openDialog } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Field } from '../shell/Field.tsx'
import { Banner } from '../shell/parts.tsx'
import { useClock } from '../shell/studio.tsx'
import { type Entry, fieldValue } from './week.ts'

type BlockDialogProps = { /** Local times, like `2026-12-01T14:30`. */ from: string; to: string; onClose: () => void }

/** Opens immediately. After an error, it opens again with what was typed. */
export function BlockDialog({ onClose, ...chosen }: BlockDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isSending = useRef(false)
  const [times, setTimes] = useState(chosen)
  const [note, setNote] = useState('')
  const [isDays, setIsDays] = useState(false)
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
  const close = () => isSending.current || onClose()
  const timeField = (end: 'from' | 'to', label: string) => (
    <Field
      label={label}
      type={isDays ? 'date' : 'datetime-local'}
      step={isDays ? undefined : stepSeconds}
      required
      value={shown[end]}
      onText={(text) => setTimes({ ...times, [end]: isDays ? text + times[end].slice(10) : text })}
    />
  )
  return (
    <Dialog ref={dialog} title="Block time" confirmLabel="Block" onConfirm={block} onClose={close}>
      {problem && <Banner isLate>{problem}</Banner>}
      <Field label="Note (only you see it)" maxLength={1_000} value={note} onText={setNote} />
      <label className="choice">
        <input type="checkbox" checked={isDays} onChange={({ target }) => setIsDays(target.checked)} />
        Whole days
      </label>
      {timeField('from', 'From')}
      {timeField('to', isDays ? 'Through' : 'Until')}
    </Dialog>
  )
}

const stepSeconds = 300

export function MoveButton({ call: { id, name, starts_at }, zone }: { call: Entry; zone: string }) {
  const clock = useClock()
  const now = fieldValue(starts_at, zone)
  const [time, setTime] = useState(now)
  const { fits, anyway, isFree } = useFits(time, id)
  const { runChange } = useChanges()
  const isNew = time !== now
  const move = async () => {
    if (!(await runChange('calls.move', { reference: id, time, anyway }))) setTime(time)
  }
  return (
    <ActionButton
      label="Move"
      confirmLabel="Move call"
      asks="calls.move"
      isReady={isFree && isNew}
      run={move}
      onClose={() => setTime(now)}
      details={
        <>
          <p dir="auto">
            {`${name}’s call moves from ${clock.moment(starts_at)}${isNew && fits?.when ? ` to ${fits.when}` : ''}.`}
          </p>
          <TimeChooser value={time} zone={zone} fits={isNew ? fits : { free: fits?.free ?? [] }} onValue={setTime} />
        </>
      }
    />
  )
}

const emptyFields = { name: '', email: '', about: '', time: '', zone: '' }

/** For someone who asked by phone, for example. */
export function BookButton({ zone, isOpen }: { zone: string; isOpen: boolean }) {
  const [fields, setFields] = useState(emptyFields)
  const set = (change: Partial<typeof emptyFields>) => setFields({ ...fields, ...change })
  const { fits, anyway, isFree } = useFits(fields.time)
  const { runChange } = useChanges()
  const book = () => runChange('calls.book', { ...fields, anyway }, { onDone: () => setFields(emptyFields) })
  return (
    <ActionButton
      label="Book a call"
      isOpen={isOpen}
      asks="calls.book"
      isReady={isFree && fields.name !== '' && fields.email.includes('@')}
      run={book}
      details={
        <>
          <Field label="Name" maxLength={100} value={fields.name} onText={(name) => set({ name })} />
          <Field label="Email" type="email" maxLength={254} value={fields.email} onText={(email) => set({ email })} />
          <Field label="About (optional)" maxLength={500} value={fields.about} onText={(about) => set({ about })} />
          <TimeChooser value={fields.time} zone={zone} fits={fits} onValue={(time) => set({ time })} />
          <label className="labeled">
            Their time zone
            <select className="field" value={fields.zone} onChange={({ target }) => set({ zone: target.value })}>
              <option value="">Same as yours</option>
              {Intl.supportedValuesOf('timeZone').map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        </>
      }
    />
  )
}

/** Whether a call can be at a time. `anyway`: the owner sees why they might not want it. */
function useFits(time: string, reference?: string) {
  const { data: fits } = useRead('calls.fits', { time, reference }, { once: true })
  return { fits, anyway: (fits?.warnings?.length ?? 0) > 0, isFree: fits?.problem === null }
}

type TimeChooserProps = {
  value: string
  zone: string
  fits: ReturnType<typeof useFits>['fits']
  onValue: (value: string) => void
}

/** Offers free times, but accepts any: it’s the owner’s calendar. */
function TimeChooser({ value, zone, fits, onValue }: TimeChooserProps) {
  const clock = useClock()
  const { free = [], problem, warnings = [], isInHours } = fits ?? {}
  return (
    <>
      <label className="labeled">
        Free times
        <select className="field" value="" onChange={({ target }) => onValue(target.value)}>
          <option value="">Choose, or enter any time below</option>
          {free.map((time) => (
            <option key={time} value={fieldValue(time, zone)}>
              {clock.moment(time)}
            </option>
          ))}
        </select>
      </label>
      <Field label="Time" type="datetime-local" step={stepSeconds} required value={value} onText={onValue} />
      <div role="status" className="late" dir="auto">
        {[problem, ...warnings].map((text) => text && <p key={text}>{text}</p>)}
        {isInHours === false && <p className="second">That’s outside your hours in content/calls.yaml.</p>}
      </div>
    </>
  )
}
