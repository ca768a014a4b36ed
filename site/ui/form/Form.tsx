import './Form.css'
import type { ReactNode } from 'react'
import {
  type Field,
  type Fields,
  type FormErrors,
  type FormTexts,
  labelOf,
  namesOf,
  shownMessage,
} from '../../../platform/fields.ts'

export type FormProps = {
  action: string
  id: string
  className: string
  fields: Fields
  texts: FormTexts
  send: string
  values?: Readonly<Record<string, string>> | undefined
  errors?: FormErrors | undefined
  island?: string | undefined
  /** Session storage key for the draft. */
  draftKey?: string | undefined
  /** Hides the form's message while a field shows its own error. */
  isBrief?: boolean
  /** Shows the optional fields in a collapsible part. Without `extras`, the form leaves them out. */
  extras?: { summary: string; isOpen: boolean } | undefined
  children?: ReactNode
  /** Content below the button. */
  note?: ReactNode
}

/** Form props that pages pass through. */
export type PageFormProps = Pick<FormProps, 'texts' | 'values' | 'errors' | 'island'>

/**
 * Renders every form on the site's pages. Forms work without scripts, and site/islands/form.island.ts hydrates the same
 * markup. `novalidate` replaces the browser's error bubbles with errors below the fields.
 */
export function Form({ id, fields, texts, values, errors, extras, ...props }: FormProps) {
  const firstInvalid = namesOf(fields).find((name) => errors?.fields[name] !== undefined)
  const render = (names: readonly string[]) =>
    names.map((name) => (
      <FormField
        key={name}
        id={`${id}-${name}`}
        name={name}
        field={fields[name]}
        texts={texts}
        value={values?.[name]}
        error={errors?.fields[name]}
        hasFocus={name === firstInvalid}
      />
    ))
  const extraNames = namesOf(fields).filter((name) => fields[name]?.isExtra)
  const isOpen = extras?.isOpen || extraNames.some((name) => values?.[name] || errors?.fields[name])
  return (
    <form
      className={props.className}
      method="post"
      action={props.action}
      noValidate
      data-island={props.island}
      data-draft={props.draftKey}
      data-brief={props.isBrief}
    >
      {props.children}
      <p className="form-message" role="alert">
        {shownMessage(fields, errors, props.isBrief)}
      </p>
      {render(namesOf(fields).filter((name) => !fields[name]?.isExtra))}
      {extras && (
        <details open={isOpen}>
          <summary>
            <span>
              {extras.summary} <span className="second">{texts.optional}</span>
            </span>
          </summary>
          {render(extraNames)}
        </details>
      )}
      {/* A honeypot for bots. People can neither see nor reach it. */}
      <input className="visually-hidden" name="website" aria-hidden="true" tabIndex={-1} autoComplete="off" />
      <button type="submit" className="button">
        {props.send}
      </button>
      {props.note}
    </form>
  )
}

type FormFieldProps = {
  id: string
  name: string
  field: Field | undefined
  texts: FormTexts
  value?: string | undefined
  error?: string | undefined
  hasFocus?: boolean
  isSending?: boolean | undefined
  onType?: ((text: string) => void) | undefined
}

/** Uses `data-max`: with maxlength, browsers would silently truncate pasted text. */
export function FormField({ id, name, field, texts, value, error, hasFocus, isSending, onType }: FormFieldProps) {
  if (field === undefined || field.type === 'choice') return null
  const { isOptional, isExtra, options, rows } = field
  const shared = {
    id,
    name,
    required: !isOptional,
    autoFocus: hasFocus,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    ...(onType
      ? { value: value ?? '', onChange: ({ target }: { target: { value: string } }) => onType(target.value) }
      : { defaultValue: value }),
  }
  // Read-only while sending because text typed then would be lost.
  const typed = { ...shared, 'data-max': field.maxLength, readOnly: isSending }
  return (
    <p className="field">
      <label htmlFor={id}>
        {texts.fields[name]?.label ?? labelOf(name)}
        {isOptional && !isExtra && <span className="second"> {texts.optional}</span>}
      </label>
      {options && (
        <span className="select">
          <select {...shared}>
            {['', ...options].map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </span>
      )}
      {!options && rows && <textarea {...typed} rows={rows} />}
      {!options && !rows && <input {...typed} type={field.type} autoComplete={field.autocomplete} />}
      <span id={error ? `${id}-error` : undefined} className="field-error">
        {error}
      </span>
    </p>
  )
}

/** A message that replaces the form once its lead is stored. The form's script fills it in and shows it. */
export function FormSuccess() {
  return (
    <div className="form-success" role="status" hidden>
      <p className="serif large" />
      <p>
        <span /> <b />
      </p>
    </div>
  )
}
