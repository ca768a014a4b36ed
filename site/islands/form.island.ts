import words from 'virtual:built/form-words'
import { contactRules } from '../../server/leads/lead.fields.ts'
import { newsletterRules } from '../../server/newsletter/newsletter.fields.ts'
import { adoptStyles } from '../ui/adopt-styles.ts'
import styles from '../ui/form/form-answer.css?inline'
import { hydrateForm } from '../ui/form/hydrate-form.ts'

adoptStyles(styles)

export function hydrate(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return
  if (form.action.endsWith('/api/contact')) hydrateForm(form, contactRules, words.contact)
  else hydrateForm(form, newsletterRules, words.newsletter)
}
