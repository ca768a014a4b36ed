import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { change, useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { ActionButton, Dialog, openDialog } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Field } from '../shell/Field.tsx'
import { Banner } from '../shell/parts.tsx'
import { useClock } from '../shell/studio.tsx'
import { type Entry, fieldValue, freeByDay, startAt, type Times, type Week } from './week.ts'

type BlockDialogProps = Times & { isDays: boolean; onClose: () => void }

/** Opens immediately. After an error, it reopens with what was typed. */
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
        // The browser shows this message at the field.
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

const stepSeconds = 300

export function MoveButton({ call: { id, name, starts_at, zone: theirZone }, data }: { call: Entry; data: Week }) {
  const { zone, week, starts } = data
  const clock = useClock()
  const [, navigate] = useLocation()
  const now = fieldValue(starts_at, zone)
  const [time, setTime] = useState(now)
  const { fits, anyway, isFree } = useFits(time, { reference: id })
  const { runChange } = useChanges()
  const isNew = time !== now
  const move = async () => {
    // Keep the call chosen. The URL follows it to its new week.
    navigate(hrefs.call(id, week), { replace: true })
    const onDone = ({ starts_at: at }: { starts_at: number }) => {
      const isSameWeek = at >= (starts[0] ?? 0) && at < (starts.at(-1) ?? 0)
      navigate(hrefs.call(id, isSameWeek ? week : clock.isoDay(at)), { replace: true })
    }
    if (!(await runChange('calls.move', { reference: id, time, anyway }, { onDone }))) setTime(time)
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
          <TimeChooser
            value={time}
            theirZone={theirZone}
            fits={isNew ? fits : { free: fits?.free ?? [] }}
            onValue={setTime}
          />
        </>
      }
    />
  )
}

const emptyFields = { name: '', email: '', about: '', time: '', zone: '', phone: '' }

/** Books a call for someone who asked by phone, for example. */
export function BookButton({ zone, kinds }: Pick<Week, 'zone' | 'kinds'>) {
  const [fields, setFields] = useState(emptyFields)
  const [kind, setKind] = useState(kinds[0]?.id)
  const set = (change: Partial<typeof emptyFields>) => setFields({ ...fields, ...change })
  const { fits, anyway, isFree } = useFits(fields.time, { kind: kind || undefined })
  const { runChange } = useChanges()
  const book = () =>
    runChange('calls.book', { ...fields, kind: kind || undefined, anyway }, { onDone: () => setFields(emptyFields) })
  return (
    <ActionButton
      label="Book a call"
      opensFor="book"
      asks="calls.book"
      isReady={isFree && fields.name !== '' && fields.email.includes('@')}
      run={book}
      details={
        <>
          <Field label="Name" maxLength={100} value={fields.name} onText={(name) => set({ name })} />
          <Field label="Email" type="email" maxLength={254} value={fields.email} onText={(email) => set({ email })} />
          <Field label="About (optional)" maxLength={500} value={fields.about} onText={(about) => set({ about })} />
          <Field
            label="Phone (optional)"
            type="tel"
            maxLength={40}
            value={fields.phone}
            onText={(phone) => set({ phone })}
          />
          {kinds.length > 1 && (
            <label className="labeled">
              Kind of call
              <select className="field" value={kind} onChange={({ target }) => setKind(target.value)}>
                {kinds.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <TimeChooser
            value={fields.time}
            theirZone={fields.zone || zone}
            fits={fits}
            onValue={(time) => set({ time })}
          />
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

/** Checks whether a call can be at a time. `anyway`: the owner has seen the conflicts. */
function useFits(time: string, call: { reference?: string; kind?: string | undefined }) {
  const { data: fits } = useRead('calls.fits', { time, ...call }, { once: true })
  return { fits, anyway: (fits?.warnings?.length ?? 0) > 0, isFree: fits?.problem === null }
}

type TimeChooserProps = {
  value: string
  theirZone: string
  fits: ReturnType<typeof useFits>['fits']
  onValue: (value: string) => void
}

/** Offers free times but accepts any time: it’s the owner’s calendar. */
function TimeChooser({ value, theirZone, fits, onValue }: TimeChooserProps) {
  const clock = useClock()
  const days = freeByDay(fits?.free ?? [], theirZone, clock)
  const isFree = days.some(([, times]) => times.some((time) => time.value === value))
  const { problem, warnings = [], isInHours } = fits ?? {}
  return (
    <>
      <label className="labeled">
        Free times
        <select className="field" value={isFree ? value : ''} onChange={({ target }) => onValue(target.value)}>
          <option value="">Choose, or enter any time below</option>
          {days.map(([day, times]) => (
            <optgroup key={day} label={day}>
              {times.map(({ ms, value, text }) => (
                <option key={ms} value={value}>
                  {text}
                </option>
              ))}
            </optgroup>
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
