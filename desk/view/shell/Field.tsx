import type { ComponentProps, ReactNode } from 'react'

type FieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  /** Only screen readers get the label. */
  isBare?: boolean
  /** Below the field. */
  note?: ReactNode
  value: string
  onText: (text: string) => void
}

/** A text, date, or number field with its label above it. */
export function Field({ label, isBare, note, onText, ...input }: FieldProps) {
  return (
    <label className={isBare ? undefined : 'labeled'}>
      <span className={isBare ? 'visually-hidden' : undefined}>{label}</span>
      <input className="field" dir="auto" {...input} onChange={({ target }) => onText(target.value)} />
      {note && <small>{note}</small>}
    </label>
  )
}
