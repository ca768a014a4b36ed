import './FormView.css'
import type { ReactNode } from 'react'
import { type FormErrors, type FormRules, fieldsOf, shownMessage } from '../../../platform/form.ts'
import { Field } from './Field.tsx'

export type FormViewProps<F extends string> = {
  action: string
  id: string
  className: string
  rules: FormRules<F>
  labels: Readonly<Record<F, string>>
  send: string
  values?: Partial<Record<F, string>> | undefined
  errors?: FormErrors | undefined
  island?: string | undefined
  draftKey?: string | undefined
  children?: ReactNode
}

export function FormView<F extends string>(props: FormViewProps<F>) {
  const { action, id, className, rules, labels, send, values, errors, island, draftKey, children } = props
  return (
    <form className={className} method="post" action={action} data-island={island} data-draft={draftKey}>
      {children}
      <p className="form-message" role="alert">
        {shownMessage(rules, errors)}
      </p>
      {fieldsOf(rules).map((name) => (
        <Field
          key={name}
          id={`${id}-${name}`}
          name={name}
          label={labels[name]}
          rule={rules[name]}
          value={values?.[name]}
          error={errors?.fields[name]}
        />
      ))}
      {/* The honeypot: people neither see nor reach it. */}
      <input className="visually-hidden" name="website" aria-hidden="true" tabIndex={-1} autoComplete="off" />
      <button type="submit" className="button">
        {send}
      </button>
    </form>
  )
}
