import type { ComponentProps, ReactNode } from 'react'

type FieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  /** Hides the label, except from screen readers. */
  isBare?: boolean
  /** A hint below the field. */
  note?: ReactNode
  value: string
  onText: (text: string) => void
}

/** A labeled field for words, a date, or a number. */
export function Field({ label, isBare, note, onText, ...input }: FieldProps) {
  return (
    <label className={isBare ? undefined : 'labeled'}>
      <span className={isBare ? 'visually-hidden' : undefined}>{label}</span>
      <input className="field" dir="auto" {...input} onChange={({ target }) => onText(target.value)} />
      {note && <small>{note}</small>}
    </label>
  )
}
