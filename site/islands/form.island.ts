import words from 'virtual:built/form-words'
import { type Field, type Fields, mapFields, namesOf, shownMessage, type Values } from '../../platform/fields.ts'
import { adoptStyles } from '../ui/adopt-styles.ts'
import { type DraftCopy, draftHref } from '../ui/form/email-draft.ts'
import { createForm, type FormState, focusResult, newForm, readStored, store } from '../ui/form/form.ts'
import styles from '../ui/form/form-answer.css?inline'

adoptStyles(styles)

export type FormWords = {
  unreachable: string
  success?: string
  sending?: string
  referenceLabel?: string
  draft?: Omit<DraftCopy, 'texts'>
}

const successShownMs = 5000

export function hydrate(element: HTMLElement): void {
  if (!(element instanceof HTMLFormElement)) return
  const formWords: FormWords | undefined = words.forms[element.action.slice(element.action.lastIndexOf('/') + 1)]
  if (formWords === undefined) return
  const controls = controlsIn(element)
  const fields = mapFields(controls, (_, control) => fieldOf(control))
  const key = element.dataset['draft']
  const stored = key === undefined ? undefined : readStored(key)
  const form = createForm({
    fields,
    key,
    action: element.action,
    words: { ...formWords, texts: words.texts },
    initialState: stored ?? newForm(),
  })
  const next = element.nextElementSibling
  const success = next instanceof HTMLElement && next.classList.contains('form-success') ? next : undefined
  const render = createRenderer({ element, controls, fields, words: formWords, success })
  const draftLink = element.querySelector<HTMLAnchorElement>('a[href^="mailto:"]')
  form.subscribe(() => {
    if (draftLink && formWords.draft)
      draftLink.href = draftHref(form.read().values, { ...formWords.draft, texts: words.texts })
  })
  const typedValues = () => mapFields(controls, (_, { value }) => value)

  const submit = async () => {
    if (form.read().isSending) return
    const submitting = form.submit(allValuesIn(element), {})
    render(form.read())
    const answer = await submitting
    if (answer === undefined || 'errors' in answer) {
      // The time was taken: post without the script, so that the server shows the nearest free times.
      if (answer?.times) return element.submit()
      return render(form.read())
    }
    const { reference, sent: { name, email } = {} } = form.read()
    form.change(newForm())
    store(key, undefined)
    // Prefills the call form (site/pages/call/[link].astro).
    if (name && email) store('person', { values: { name, email } })
    if (typeof answer.manage === 'string') return location.replace(`${answer.manage.replace(/^\w+:\/\/[^/]+/, '')}&new`)
    element.reset()
    render({ reference })
    if (success) setTimeout(render, successShownMs, {})
  }

  for (const [name, value] of Object.entries(stored?.values ?? {})) {
    const control = controls[name]
    // Never overwrite existing text.
    if (control?.value === '') control.value = value ?? ''
  }
  // Includes text typed or filled in before hydration.
  const prefilled = typedValues()
  if (Object.values(prefilled).some(Boolean)) form.change({ values: prefilled })
  element.addEventListener('input', ({ target }) => {
    form.change({ values: typedValues() })
    // The error is about what was there before.
    if (target instanceof HTMLElement) target.ariaInvalid = null
    const errorElement = target instanceof HTMLElement && target.closest('.field')?.querySelector('.field-error')
    if (errorElement) errorElement.textContent = ''
  })
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The fields a visitor fills in, by name. The server can have more fields than the form shows. */
function controlsIn(element: HTMLFormElement): Record<string, Control> {
  const controls = element.querySelectorAll<Control>('.field :is(input, textarea, select)')
  return Object.fromEntries(Array.from(controls, (control) => [control.name, control]))
}

function fieldOf(control: Control): Field {
  return {
    type: (['email', 'tel'] as const).find((type) => type === control.type) ?? 'text',
    maxLength: Number(control.dataset['max'] ?? Infinity),
    isOptional: !control.required,
    ...(control instanceof HTMLTextAreaElement && { rows: control.rows }),
    ...(control instanceof HTMLSelectElement && { options: Array.from(control.options, ({ value }) => value) }),
  }
}

/** Includes hidden inputs, such as a call's time. */
function allValuesIn(element: HTMLFormElement): Values {
  return mapFields(Object.fromEntries(new FormData(element)), (_, value) => String(value))
}

type RendererProps = {
  element: HTMLFormElement
  controls: Record<string, Control>
  fields: Fields
  words: FormWords
  success: HTMLElement | undefined
}

function createRenderer({ element, controls, fields, words, success }: RendererProps) {
  const button = element.querySelector('button')
  const label = button?.textContent ?? ''
  const setText = (selector: string, text = '', within: Element = element) => {
    const target = within.querySelector(selector)
    if (target) target.textContent = text
  }
  return ({ isSending = false, errors, reference }: Partial<FormState>) => {
    const isSent = reference !== undefined
    const message = shownMessage(fields, errors, 'brief' in element.dataset)
    setText('.form-message', message ?? (isSent && !success ? words.success : ''))
    for (const name of namesOf(controls)) {
      const control = controls[name]
      const errorElement = control?.closest('.field')?.querySelector('.field-error')
      if (!control || !errorElement) continue
      if (!(control instanceof HTMLSelectElement)) control.readOnly = isSending
      const error = errors?.fields[name] ?? ''
      errorElement.textContent = error
      errorElement.id = `${control.id}-error`
      control.setAttribute('aria-describedby', errorElement.id)
      control.ariaInvalid = error === '' ? null : 'true'
      const details = control.closest('details')
      if (error && details) details.open = true
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
