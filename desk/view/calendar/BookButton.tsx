import { useState } from 'react'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Field } from '../ui/Field.tsx'
import { TimeChooser, useTimeCheck } from './TimeChooser.tsx'
import type { Week } from './week.ts'

const emptyFields = { name: '', email: '', about: '', time: '', zone: '', phone: '' }

/** Opens a form to book a call for someone who asked by phone, for example. */
export function BookButton({ zone, kinds }: Pick<Week, 'zone' | 'kinds'>) {
  const [fields, setFields] = useState(emptyFields)
  const [kind, setKind] = useState(kinds[0]?.id)
  const update = (changed: Partial<typeof emptyFields>) => setFields({ ...fields, ...changed })
  // The ID is empty if the studio offers only one kind of call.
  const kindId = kind || undefined
  const { check, hasWarnings, isPossible } = useTimeCheck(fields.time, { kind: kindId })
  const { runChange } = useChanges()
  const book = () => {
    const onDone = () => setFields(emptyFields)
    return runChange('calls.book', { ...fields, kind: kindId, anyway: hasWarnings }, { onDone })
  }
  return (
    <ActionButton
      label="Book a call"
      opensFor="book"
      asks="calls.book"
      isReady={isPossible && fields.name !== '' && fields.email.includes('@')}
      run={book}
      details={
        <>
          <Field label="Name" maxLength={100} value={fields.name} onText={(name) => update({ name })} />
          <Field
            label="Email"
            type="email"
            maxLength={254}
            value={fields.email}
            onText={(email) => update({ email })}
          />
          <Field label="About (optional)" maxLength={500} value={fields.about} onText={(about) => update({ about })} />
          <Field
            label="Phone (optional)"
            type="tel"
            maxLength={40}
            value={fields.phone}
            onText={(phone) => update({ phone })}
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
            check={check}
            onValue={(time) => update({ time })}
          />
          <label className="labeled">
            Their time zone
            <select className="field" value={fields.zone} onChange={({ target }) => update({ zone: target.value })}>
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
