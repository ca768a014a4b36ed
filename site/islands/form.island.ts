import words from 'virtual:built/form-words'
import { type Fields, mapFields, namesOf, shownMessage, type Values } from '../../platform/fields.ts'
import { callFields, contactFields } from '../../server/leads/fields.ts'
import { newsletterFields } from '../../server/newsletter/fields.ts'
import { adoptStyles } from '../ui/adopt-styles.ts'
import { createForm, type FormState, focusResult, newForm, readStored, store } from '../ui/form/form.ts'
import styles from '../ui/form/form-answer.css?inline'

adoptStyles(styles)

export type FormWords = { unreachable: string; success?: string; sending?: string; referenceLabel?: string }

const forms = { contact: contactFields, newsletter: newsletterFields, call: callFields }

const successShownMs = 5000

export function hydrate(element: HTMLElement): void {
  const kind = Object.keys(forms).find((form): form is keyof typeof forms => element.matches(`[action$="/${form}"]`))
  if (!(element instanceof HTMLFormElement) || kind === undefined) return
  const fields: Fields = forms[kind]
  const formWords: FormWords = words[kind]
  const key = element.dataset['draft']
  const stored = key === undefined ? undefined : readStored(key)
  const form = createForm({
    fields,
    key,
    action: element.action,
    words: { ...formWords, ...words },
    initialState: stored ?? newForm(),
  })
  const next = element.nextElementSibling
  const success = next instanceof HTMLElement && next.classList.contains('form-success') ? next : undefined
  const render = createRenderer(element, fields, formWords, success)

  const submit = async () => {
    if (form.read().isSending) return
    const values = valuesIn(element, fields)
    const submitting = form.submit(values, { website: String(new FormData(element).get('website') ?? '') })
    render(form.read())
    const answer = await submitting
    if (answer === undefined || 'errors' in answer) {
      // The time was taken: post without the script, so that the server shows the nearest free times.
      if (answer?.times) return element.submit()
      return render(form.read())
    }
    const { reference } = form.read()
    form.change(newForm())
    store(key, undefined)
    // Pre-fills the call form (site/pages/call/index.astro).
    const { name, email } = values
    if (name && email) store('person', { values: { name, email } })
    if (typeof answer.manage === 'string') return location.assign(`${answer.manage.replace(/^\w+:\/\/[^/]+/, '')}&new`)
    element.reset()
    render({ reference })
    if (success) setTimeout(render, successShownMs, {})
  }

  // The page's own messages replace the browser's.
  element.noValidate = true
  for (const [name, value] of Object.entries(stored?.values ?? {})) {
    const field = fieldIn(element, name)
    // Never overwrite existing text.
    if (field?.value === '') field.value = value ?? ''
  }
  // Includes text typed or filled in before hydration.
  const prefilled = valuesIn(element, fields)
  if (namesOf(fields).some((name) => prefilled[name] && fields[name]?.type !== 'choice'))
    form.change({ values: prefilled })
  element.addEventListener('input', () => form.change({ values: valuesIn(element, fields) }))
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
}

function valuesIn(element: HTMLFormElement, fields: Fields): Values {
  const typed = new FormData(element)
  return mapFields(fields, (name) => String(typed.get(name) ?? ''))
}

function fieldIn(element: HTMLFormElement, name: string) {
  const field = element.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined
}

function createRenderer(element: HTMLFormElement, fields: Fields, words: FormWords, success: HTMLElement | undefined) {
  const button = element.querySelector('button')
  const label = button?.textContent ?? ''
  const setText = (selector: string, text = '', within: Element = element) => {
    const target = within.querySelector(selector)
    if (target) target.textContent = text
  }
  return ({ isSending = false, errors, reference }: Partial<FormState>) => {
    const isSent = reference !== undefined
    setText('.form-message', shownMessage(fields, errors) ?? (isSent && !success ? words.success : ''))
    for (const name of namesOf(fields)) {
      const field = fieldIn(element, name)
      if (!field) continue
      field.readOnly = isSending
      // Hidden inputs, such as a call's time, have none.
      const errorElement = field.closest('.field')?.querySelector('.field-error')
      if (!errorElement) continue
      const error = errors?.fields[name] ?? ''
      errorElement.textContent = error
      errorElement.id = `${field.id}-error`
      field.setAttribute('aria-describedby', errorElement.id)
      field.ariaInvalid = error === '' ? null : 'true'
    }
    if (button) {
      button.disabled = isSending
      button.textContent = (isSending && words.sending) || label
    }
    if (success) {
      const hadFocus = success.contains(document.activeElement)
      setText('p', words.success, success)
      setText('span', words.referenceLabel, success)
      setText('b', reference, success)
      success.hidden = !isSent
      element.hidden = isSent
      // Hiding the message would lose the focus.
      if (!isSent && hadFocus) {
        element.tabIndex = -1
        element.focus({ preventScroll: true })
      }
    }
    focusResult(isSent && success ? success : element)
  }
}
