import '../../ui/Field.css'
import './NewsletterForm.css'
import type { Newsletter } from '../../content/newsletter.ts'
import { Headline } from '../../ui/Headline.tsx'

type NewsletterFormProps = {
  /** The field's own; unique on the page. */
  id: string
  /** `siteContent().newsletter.form` */
  texts: Newsletter['form']
  /** Where the browser finds its code: `islandUrl('newsletter-form')`. Without it the form just posts. */
  island?: string
  heading?: string
  /** What is said before the words that are agreed to. */
  intro?: string
  /** To be shown again, with what is wrong beside it. */
  email?: string | undefined
  error?: string | undefined
  /** What is wrong with the whole. */
  message?: string | undefined
}

/** One field; it posts to /api/newsletter by itself, and is given its live answers by wake-newsletter-form.ts. */
export function NewsletterForm({ id, texts, island, heading, intro, email, error, message }: NewsletterFormProps) {
  return (
    <form className="newsletter" method="post" action="/api/newsletter" data-island={island}>
      {heading && <h2>{heading}</h2>}
      {intro && <p>{intro}</p>}
      <p>
        <Headline text={texts.consent} />
      </p>
      <div className="field">
        <label htmlFor={id}>{texts.email}</label>
        <div className="newsletter-row">
          <input
            id={id}
            name="email"
            type="email"
            required
            autoComplete="email"
            defaultValue={email}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <button type="submit" className="button">
            {texts.send}
          </button>
        </div>
        {error && (
          <span id={`${id}-error`} className="field-error">
            {error}
          </span>
        )}
      </div>
      {/* For robots alone: people neither see it nor reach it. */}
      <input className="visually-hidden" name="website" aria-hidden="true" tabIndex={-1} autoComplete="off" />
      {message && (
        <p className="newsletter-message" role="alert">
          {message}
        </p>
      )}
    </form>
  )
}
