import built from 'virtual:built/form-words'
import { type Field, type Fields, mapFields, namesOf, shownMessage, type Values } from '../../platform/fields.ts'
import { adoptStyles } from '../ui/adopt-styles.ts'
import { type DraftCopy, draftHref } from '../ui/form/email-draft.ts'
import { createForm, type FormState, focusResult, newForm, readStored, store } from '../ui/form/form.ts'
import styles from '../ui/form/form-answer.css?inline'

adoptStyles(styles)

export type FormCopy = {
  unreachable: string
  success?: string
  sending?: string
  referenceLabel?: string
  draft?: Omit<DraftCopy, 'texts'>
}

const successShownMs = 5000

export function hydrate(element: HTMLElement): void {
  if (!(element instanceof HTMLFormElement)) return
  const { texts, forms } = built
  const copy: FormCopy | undefined = forms[element.action.slice(element.action.lastIndexOf('/') + 1)]
  if (copy === undefined) return
  const controls = controlsIn(element)
  const fields = mapFields(controls, (_, control) => fieldOf(control))
  const key = element.dataset['draft']
  const stored = key === undefined ? undefined : readStored(key)
  const initialState = stored ?? newForm()
  const form = createForm({ fields, key, action: element.action, words: { ...copy, texts }, initialState })
  const next = element.nextElementSibling
  const success = next instanceof HTMLElement && next.classList.contains('form-success') ? next : undefined
  const render = createRenderer({ element, controls, fields, copy, success })
  const typedValues = () => mapFields(controls, (_, { value }) => value)

  const submit = async () => {
    if (form.read().isSending) return
    const submitting = form.submit(allValuesIn(element), {})
    render(form.read())
    const answer = await submitting
    if (answer === undefined || 'errors' in answer) {
      // The time is no longer free. Submit again without the script, so the server shows the nearest free times.
      if (answer?.times) return element.submit()
      return render(form.read())
    }
    const { reference, sent } = form.read()
    form.change(newForm())
    store(key, undefined)
    storePerson(sent)
    if (typeof answer.manage === 'string') return location.replace(`${pathOf(answer.manage)}&new`)
    element.reset()
    render({ reference })
    if (success) setTimeout(render, successShownMs, {})
  }

  const draftLink = element.querySelector<HTMLAnchorElement>('a[href^="mailto:"]')
  form.subscribe(() => {
    if (draftLink && copy.draft) draftLink.href = draftHref(form.read().values, { ...copy.draft, texts })
  })
  fillEmpty(controls, stored?.values)
  // Include text typed or autofilled before hydration.
  const prefilled = typedValues()
  if (Object.values(prefilled).some(Boolean)) form.change({ values: prefilled })
  element.addEventListener('input', ({ target }) => {
    form.change({ values: typedValues() })
    if (target instanceof HTMLElement) clearError(target)
  })
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
}

/** Fills controls from stored values. Keeps text that's already there. */
function fillEmpty(controls: Record<string, Control>, values: Partial<Values> = {}): void {
  for (const [name, value] of Object.entries(values)) {
    const control = controls[name]
    if (control?.value === '') control.value = value ?? ''
  }
}

/** Stores the visitor's name and email address to prefill the call form (site/pages/call/[link].astro). */
function storePerson({ name, email }: Partial<Values> = {}): void {
  if (name && email) store('person', { values: { name, email } })
}

function pathOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/]+/, '')
}

/** Removes a field's error once its text has changed. */
function clearError(control: HTMLElement): void {
  control.ariaInvalid = null
  const error = control.closest('.field')?.querySelector('.field-error')
  if (error) error.textContent = ''
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Finds the visible controls by name. The form can have fewer of them than the server has fields. */
function controlsIn(element: HTMLFormElement): Record<string, Control> {
  const controls = element.querySelectorAll<Control>('.field :is(input, textarea, select)')
  return Object.fromEntries(Array.from(controls, (control) => [control.name, control]))
}

function fieldOf(control: Control): Field {
  const field: Field = {
    type: (['email', 'tel'] as const).find((type) => type === control.type) ?? 'text',
    maxLength: Number(control.dataset['max'] ?? Infinity),
    isOptional: !control.required,
  }
  if (control instanceof HTMLTextAreaElement) return { ...field, rows: control.rows }
  if (!(control instanceof HTMLSelectElement)) return field
  return { ...field, options: Array.from(control.options, ({ value }) => value) }
}

/** Reads all values, including hidden inputs such as a call's time. */
function allValuesIn(element: HTMLFormElement): Values {
  return mapFields(Object.fromEntries(new FormData(element)), (_, value) => String(value))
}

type RendererProps = {
  element: HTMLFormElement
  controls: Record<string, Control>
  fields: Fields
  copy: FormCopy
  /** The message that replaces the form. Brief forms don't have it: they show a message inside the form. */
  success: HTMLElement | undefined
}

function createRenderer({ element, controls, fields, copy, success }: RendererProps) {
  const button = element.querySelector('button')
  const label = button?.textContent ?? ''
  return ({ isSending = false, errors, reference }: Partial<FormState>) => {
    const isSent = reference !== undefined
    const successText = isSent && !success ? copy.success : ''
    const message = shownMessage(fields, errors, 'brief' in element.dataset)
    setText(element, '.form-message', message ?? successText)
    for (const name of namesOf(controls)) {
      const control = controls[name]
      if (control) renderControl(control, errors?.fields[name] ?? '', isSending)
    }
    if (button) {
      button.disabled = isSending
      button.textContent = (isSending && copy.sending) || label
    }
    if (success) renderSuccess({ element, success, copy, reference })
    focusResult(isSent && success ? success : element)
  }
}

function renderControl(control: Control, error: string, isSending: boolean): void {
  const errorElement = control.closest('.field')?.querySelector('.field-error')
  if (!errorElement) return
  if (!(control instanceof HTMLSelectElement)) control.readOnly = isSending
  errorElement.textContent = error
  errorElement.id = `${control.id}-error`
  control.setAttribute('aria-describedby', errorElement.id)
  control.ariaInvalid = error === '' ? null : 'true'
  const details = control.closest('details')
  if (error && details) details.open = true
}

type SuccessProps = Pick<RendererProps, 'element' | 'copy'> & { success: HTMLElement; reference: string | undefined }

/** Shows the success message instead of the form while `reference` is defined. */
function renderSuccess({ element, success, copy, reference }: SuccessProps): void {
  const isSent = reference !== undefined
  const hadFocus = success.contains(document.activeElement)
  setText(success, 'p', copy.success)
  setText(success, 'span', copy.referenceLabel)
  setText(success, 'b', reference)
  success.hidden = !isSent
  element.hidden = isSent
  // The message had the focus and is now hidden, so focus the form.
  if (!isSent && hadFocus) {
    element.tabIndex = -1
    element.focus({ preventScroll: true })
  }
}

function setText(parent: Element, selector: string, text = ''): void {
  const target = parent.querySelector(selector)
  if (target) target.textContent = text
}
