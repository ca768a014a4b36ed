import './Field.css'
import type { FieldRule } from '../../../platform/form.ts'

type FieldProps = {
  id: string
  name: string
  label: string
  rule: FieldRule
  value?: string | undefined
  error?: string | undefined
  isSending?: boolean | undefined
  onType?: ((text: string) => void) | undefined
}

/** No maxlength: nothing that was typed or pasted is cut. */
export function Field({ id, name, label, rule, value, error, isSending, onType }: FieldProps) {
  const shared = {
    id,
    name,
    required: !rule.isOptional,
    // Typing while it is sent would be lost.
    readOnly: isSending,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
    ...(onType
      ? { value: value ?? '', onChange: ({ target }: { target: { value: string } }) => onType(target.value) }
      : { defaultValue: value }),
  }
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      {rule.kind === 'lines' ? (
        <textarea {...shared} rows={3} />
      ) : (
        <input {...shared} type={rule.kind === 'email' ? 'email' : 'text'} autoComplete={rule.autoComplete} />
      )}
      <span id={error ? `${id}-error` : undefined} className="field-error">
        {error}
      </span>
    </p>
  )
}
