import words from 'virtual:built/newsletter-words'
import { newRequestId } from '../../lib/net/request-id.ts'
import { leadTo } from '../../ui/form/lead-to.ts'
import { sendForm } from '../../ui/form/send-form.ts'
import { checkNewsletter, type NewsletterErrors } from './newsletter.schema.ts'

/** Gives the built form its live answers. Plain code: for one field nobody downloads a library. */
export function wake(form: HTMLElement): void {
  const email = form.querySelector<HTMLInputElement>('[name=email]')
  const send = form.querySelector('button')
  if (!(form instanceof HTMLFormElement) || !email || !send) return
  let attempt = { email: '', requestId: '' }
  // From here on the page's own messages stand in for the browser's bubbles.
  form.noValidate = true

  const submit = async () => {
    if (email.readOnly) return
    clear(form)
    const checked = checkNewsletter({ email: email.value })
    if (!checked.ok) return complain(form, email, checked.errors)
    // The same key until the address has arrived: an attempt whose answer was lost is not counted twice.
    if (attempt.email !== checked.email) attempt = { email: checked.email, requestId: newRequestId() }
    send.setAttribute('aria-busy', 'true')
    email.readOnly = true
    const website = form.querySelector<HTMLInputElement>('[name=website]')?.value ?? ''
    const result = await sendForm(
      '/api/newsletter',
      { ...attempt, website },
      { startedAt: performance.timeOrigin, unreachable: words.unreachable },
    )
    send.removeAttribute('aria-busy')
    email.readOnly = false
    if (!result.ok) return complain(form, email, result.errors)
    attempt = { email: '', requestId: '' }
    email.value = ''
    tell(form, words.success)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
}

function clear(form: HTMLFormElement): void {
  for (const old of form.querySelectorAll('[role=alert], .field-error')) old.remove()
  const field = form.querySelector('[aria-invalid]')
  field?.removeAttribute('aria-invalid')
  field?.removeAttribute('aria-describedby')
}

/** Beside the field what is wrong with it; below the form anything else. */
function complain(form: HTMLFormElement, field: HTMLInputElement, { message, fields }: NewsletterErrors): void {
  if (fields.email === undefined) return tell(form, message)
  const error = Object.assign(document.createElement('span'), { className: 'field-error', id: `${field.id}-error` })
  error.textContent = fields.email
  field.closest('.field')?.append(error)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', error.id)
  leadTo(form)
}

function tell(form: HTMLFormElement, text: string): void {
  const message = Object.assign(document.createElement('p'), { className: 'newsletter-message' })
  message.setAttribute('role', 'alert')
  message.textContent = text
  form.append(message)
  leadTo(form)
}
