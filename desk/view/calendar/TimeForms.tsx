import { type HTMLAttributes, useEffect, useRef, useState } from 'react'
import { change, useRead } from '../client.ts'
import { ActionButton, Dialog, openDialog } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Banner } from '../shell/parts.tsx'
import { useClock } from '../shell/studio.tsx'
import { type Entry, fieldValue } from './week.ts'

type BlockDialogProps = { /** Local times, like `2026-12-01T14:30`. */ from: string; to: string; onClose: () => void }

/** Opens immediately. After an error, it opens again with what was typed. */
export function BlockDialog({ onClose, ...chosen }: BlockDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isSending = useRef(false)
  const [{ from, to, note, isDays }, setFields] = useState({ ...chosen, note: '', isDays: false })
  const set = (change: object) => setFields((fields) => ({ ...fields, ...change }))
  const [problem, setProblem] = useState<string>()
  const { runChange } = useChanges()
  useEffect(() => openDialog(dialog.current), [])
  const block = async () => {
    isSending.current = true
    const times = isDays ? { from: from.slice(0, 10), to: to.slice(0, 10) } : { from, to }
    const undo = ({ id }: { id: string }) => change('calls.unblock', { reference: id })
    const isDone = await runChange('calls.block', { ...times, note }, { undo, onError: setProblem })
    isSending.current = false
    if (isDone) onClose()
    else openDialog(dialog.current)
  }
  const close = () => isSending.current || onClose()
  return (
    <Dialog ref={dialog} title="Block time" confirmLabel="Block" onConfirm={block} onClose={close}>
      {problem && <Banner isLate>{problem}</Banner>}
      <Field label="Note (only you see it)" maxLength={1_000} value={note} onValue={(note) => set({ note })} />
      <label className="choice">
        <input type="checkbox" checked={isDays} onChange={({ target }) => set({ isDays: target.checked })} />
        Whole days
      </label>
      <TimeField label="From" isDay={isDays} value={from} onValue={(from) => set({ from })} />
      <TimeField label={isDays ? 'Through' : 'Until'} isDay={isDays} value={to} onValue={(to) => set({ to })} />
    </Dialog>
  )
}

export function MoveButton({ call: { id, name, starts_at }, zone }: { call: Entry; zone: string }) {
  const clock = useClock()
  const now = fieldValue(starts_at, zone)
  const [typed, setTyped] = useState<string>()
  const time = typed ?? now
  const { fits, anyway, isFree } = useFits(time, id)
  const { runChange } = useChanges()
  const move = async () => {
    if (!(await runChange('calls.move', { reference: id, time, anyway }))) setTyped(time)
  }
  return (
    <ActionButton
      label="Move"
      confirmLabel="Move call"
      asks="calls.move"
      isReady={isFree && time !== now}
      run={move}
      onClose={() => setTyped(undefined)}
      details={
        <>
          <p dir="auto">
            {`${name}’s call moves from ${clock.moment(starts_at)}${time === now || !fits?.when ? '' : ` to ${fits.when}`}.`}
          </p>
          <TimeChooser
            value={time}
            zone={zone}
            fits={time === now ? { free: fits?.free ?? [] } : fits}
            onValue={setTyped}
          />
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
          <Field label="Name" maxLength={100} value={fields.name} onValue={(name) => set({ name })} />
          <Field label="Email" type="email" maxLength={254} value={fields.email} onValue={(email) => set({ email })} />
          <Field label="About (optional)" maxLength={500} value={fields.about} onValue={(about) => set({ about })} />
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
  const input = { time, ...(reference && { reference }) }
  const { data: fits } = useRead('calls.fits', input, { once: true })
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
      <TimeField label="Time" value={value} onValue={onValue} />
      <div role="status">
        {[problem, ...warnings].map(
          (text) =>
            text && (
              <p key={text} className="late" dir="auto">
                {text}
              </p>
            ),
        )}
        {isInHours === false && <p className="second">That’s outside your hours in content/calls.yaml.</p>}
      </div>
    </>
  )
}

type FieldProps = HTMLAttributes<HTMLInputElement> & { label: string; value: string; onValue: (value: string) => void }
type InputProps = { type?: 'email' | 'date' | 'datetime-local'; maxLength?: number; step?: number; required?: true }

function Field({ label, onValue, ...input }: FieldProps & InputProps) {
  return (
    <label className="labeled">
      {label}
      <input className="field" dir="auto" {...input} onChange={({ target }) => onValue(target.value)} />
    </label>
  )
}

/** A field for a time, or for its day. */
function TimeField({ isDay = false, value, onValue, ...field }: FieldProps & { isDay?: boolean }) {
  if (!isDay) return <Field {...field} type="datetime-local" step={300} required value={value} onValue={onValue} />
  const keepTime = (day: string) => onValue(day && `${day}${value.slice(10)}`)
  return <Field {...field} type="date" required value={value.slice(0, 10)} onValue={keepTime} />
}
