import './Form.css'
import type { ReactNode } from 'react'
import { type Field, type Fields, type FormErrors, labelOf, namesOf, shownMessage } from '../../../platform/fields.ts'

export type FormProps = {
  action: string
  id: string
  className: string
  fields: Fields
  /** By field name. Without a label, the field's name is shown. */
  labels: Readonly<Record<string, string>>
  send: string
  values?: Readonly<Record<string, string>> | undefined
  errors?: FormErrors | undefined
  island?: string | undefined
  /** Session storage key for typed text. */
  draftKey?: string | undefined
  children?: ReactNode
}

/** The props that a page passes through to its form. */
export type PageFormProps = Pick<FormProps, 'values' | 'errors' | 'island'>

/** Every form on the site's pages. It works without scripts; islands/form.island.ts hydrates the same markup. */
export function Form({ id, fields, labels, values, errors, island, draftKey, ...props }: FormProps) {
  return (
    <form className={props.className} method="post" action={props.action} data-island={island} data-draft={draftKey}>
      {props.children}
      <p className="form-message" role="alert">
        {shownMessage(fields, errors)}
      </p>
      {namesOf(fields).map((name) => (
        <FormField
          key={name}
          id={`${id}-${name}`}
          name={name}
          field={fields[name]}
          label={labels[name]}
          value={values?.[name]}
          error={errors?.fields[name]}
        />
      ))}
      {/* A honeypot for robots, which people can neither see nor reach. */}
      <input className="visually-hidden" name="website" aria-hidden="true" tabIndex={-1} autoComplete="off" />
      <button type="submit" className="button">
        {props.send}
      </button>
    </form>
  )
}

type FormFieldProps = {
  id: string
  name: string
  field: Field | undefined
  label: string | undefined
  value?: string | undefined
  error?: string | undefined
  isSending?: boolean | undefined
  onType?: ((text: string) => void) | undefined
}

/** Without maxlength, because browsers would truncate pasted text silently. */
export function FormField({ id, name, field, label, value, error, isSending, onType }: FormFieldProps) {
  if (field === undefined || field.type === 'choice') return null
  const shared = {
    id,
    name,
    required: !field.isOptional,
    // Text typed while sending would be lost.
    readOnly: isSending,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    ...(onType
      ? { value: value ?? '', onChange: ({ target }: { target: { value: string } }) => onType(target.value) }
      : { defaultValue: value }),
  }
  return (
    <p className="field">
      <label htmlFor={id}>{label ?? labelOf(name)}</label>
      {field.rows ? (
        <textarea {...shared} rows={field.rows} />
      ) : (
        <input {...shared} type={field.type} autoComplete={field.autocomplete} />
      )}
      <span id={error ? `${id}-error` : undefined} className="field-error">
        {error}
      </span>
    </p>
  )
}

type FormSuccessProps = { text?: string; referenceLabel?: string; reference?: string | undefined }

/** Replaces a form once its lead is stored. Hidden until a script fills it, unless `text` is set. */
export function FormSuccess({ text, referenceLabel, reference }: FormSuccessProps) {
  return (
    <div className="form-success" role="status" hidden={!text}>
      <p className="serif large">{text}</p>
      <p>
        <span>{referenceLabel}</span> <b>{reference}</b>
      </p>
    </div>
  )
}
