import type { BookingWords } from '../../../content/agent/booking.ts'
import type { BookingErrors, BookingValues } from './booking.schema.ts'
import { type BookingField, bookingFields } from './booking-info.ts'

type BookingFieldsProps = {
  labels: BookingWords['labels']
  values: BookingValues
  errors: BookingErrors['fields'] | undefined
  /** What would be typed now is not in what is being sent. */
  isSending?: boolean | undefined
  /** A form that is rendered once, on the server, needs none. */
  onType?: (field: BookingField, text: string) => void
}

/** The six fields of a consultation, each under its label, with what is wrong with it. No maxlength: nothing typed is cut. */
export function BookingFields({ labels, values, errors, isSending, onType }: BookingFieldsProps) {
  return bookingFields.map((name) => {
    const id = `booking-${name}`
    const error = errors?.[name]
    const shared = {
      id,
      name,
      readOnly: isSending,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `${id}-error` : undefined,
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) => onType?.(name, target.value),
    }
    return (
      <p key={name} className="field">
        <label htmlFor={id}>{labels[name]}</label>
        {name === 'requirements' ? (
          <textarea {...shared} rows={3} />
        ) : (
          <input
            {...shared}
            type={name === 'email' ? 'email' : 'text'}
            required={name === 'name' || name === 'email'}
            autoComplete={autoComplete[name]}
          />
        )}
        {error && (
          <span id={`${id}-error`} className="field-error">
            {error}
          </span>
        )}
      </p>
    )
  })
}

const autoComplete: { [K in BookingField]?: string } = { name: 'name', email: 'email', company: 'organization' }
