import '../../../ui/Field.css'
import './ContactFormView.css'

/** The words of the form; content/home/contact.yaml holds them. */
export type ContactTexts = {
  labels: { name: string; email: string; project: string }
  send: string
  sending: string
  success: string
  referenceLabel: string
  unreachable: string
}

export type ContactValues = { name: string; email: string; project: string }

/** What is wrong: one sentence above the fields, and one beside each field concerned. */
export type ContactErrors = { message: string; fields: Partial<Record<keyof ContactValues, string>> }

export type ContactFormViewProps = {
  texts: ContactTexts
  values: ContactValues
  status: 'idle' | 'sending' | 'sent'
  errors?: ContactErrors | undefined
  /** Shown with the success message, once the request is stored. */
  reference?: string | undefined
  onSubmit?: React.SubmitEventHandler<HTMLFormElement> | undefined
  onInput?: React.InputEventHandler<HTMLFormElement> | undefined
  /** In the browser the page's own messages stand in for the browser's bubbles. */
  noValidate?: boolean | undefined
}

const FIELDS = ['name', 'email', 'project'] as const

/** The contact form in each of its states; it posts to /api/contact by itself when there is no script. */
export function ContactFormView(props: ContactFormViewProps) {
  const { texts, values, status, errors, reference } = props
  if (status === 'sent') {
    return (
      <div className="contact-sent" role="status" tabIndex={-1}>
        <p className="serif large">{texts.success}</p>
        {reference && (
          <p className="contact-reference">
            {texts.referenceLabel} <b>{reference}</b>
          </p>
        )}
      </div>
    )
  }
  return (
    <form
      className="contact-fields"
      method="post"
      action="/api/contact"
      noValidate={props.noValidate}
      onSubmit={props.onSubmit}
      onInput={props.onInput}
    >
      {errors && (
        <p className="contact-error" role="alert" tabIndex={-1}>
          {errors.message}
        </p>
      )}
      {FIELDS.map((name) => (
        <Field
          key={name}
          name={name}
          label={texts.labels[name]}
          value={values[name]}
          error={errors?.fields[name]}
          isSending={status === 'sending'}
        />
      ))}
      {/* For robots alone: people neither see it nor reach it. */}
      <input className="visually-hidden" name="website" aria-hidden="true" tabIndex={-1} autoComplete="off" />
      <button type="submit" className="button" disabled={status === 'sending'}>
        {status === 'sending' ? texts.sending : texts.send}
      </button>
    </form>
  )
}

type FieldProps = {
  name: keyof ContactValues
  label: string
  value: string
  error: string | undefined
  isSending: boolean
}

/** One label, its field, and what is wrong with it. No maxlength: nothing that was typed or pasted is cut. */
function Field({ name, label, value, error, isSending }: FieldProps) {
  const id = `contact-${name}`
  const shared = {
    id,
    name,
    required: true,
    defaultValue: value,
    // What would be typed now is not in what is being sent, and would go with the form when that has arrived.
    readOnly: isSending,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      {name === 'project' ? (
        <textarea {...shared} rows={3} />
      ) : (
        <input {...shared} type={name === 'email' ? 'email' : 'text'} autoComplete={name} />
      )}
      {error && (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      )}
    </p>
  )
}
