import type { ComponentProps, ReactNode } from 'react'

type FieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  /** Hides the label, except from screen readers. */
  isLabelHidden?: boolean
  /** Help below the field. */
  hint?: ReactNode
  value: string
  onText: (text: string) => void
}

/** A labeled input for text, a date, or a number. */
export function Field({ label, isLabelHidden, hint, onText, ...input }: FieldProps) {
  return (
    <label className={isLabelHidden ? undefined : 'labeled'}>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
      <input className="field" dir="auto" {...input} onChange={({ target }) => onText(target.value)} />
      {hint && <small>{hint}</small>}
    </label>
  )
}
