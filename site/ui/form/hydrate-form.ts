import {
  checkForm,
  type FormErrors,
  type FormRules,
  type FormTexts,
  fieldsOf,
  shownMessage,
} from '../../../platform/form.ts'
import { type Draft, keepPerson, openDrafts, takeDraft } from './draft.ts'
import { leadTo } from './lead-to.ts'
import { sendForm } from './send-form.ts'

export type FormWords = {
  texts: FormTexts
  unreachable: string
  success: string
  sending?: string
  referenceLabel?: string
}

export function hydrateForm(form: HTMLFormElement, rules: FormRules, words: FormWords): void {
  const drafts = openDrafts(rules, form.dataset['draft'])
  const next = form.nextElementSibling
  const success = next instanceof HTMLElement && next.classList.contains('form-success') ? next : undefined
  const paint = painter(form, rules, words, success)
  let state: FormState = { status: 'idle' }
  const show = (next: FormState) => {
    state = next
    paint(state)
  }

  const submit = async () => {
    if (state.status === 'sending') return
    const draft = takeDraft(rules, form, drafts.read())
    drafts.keep(draft)
    show({ status: 'sending' })
    const { errors } = checkForm(rules, draft.values, words.texts)
    const result = errors ? { ok: false as const, errors } : await send(form, draft, words.unreachable)
    if (!result.ok) return show({ status: 'idle', errors: result.errors })
    drafts.keep(undefined)
    keepPerson(draft.values)
    form.reset()
    const sent: FormState = { status: 'sent', reference: result.reference }
    show(sent)
    if (success) setTimeout(() => state === sent && show({ status: 'idle' }), successShownMs)
  }

  // The page's own messages replace the browser's.
  form.noValidate = true
  const kept = drafts.read()
  if (kept) fill(form, kept)
  // Typed or filled in before this code was there.
  const found = takeDraft(rules, form, kept)
  if (Object.values(found.values).some((value) => value !== '')) drafts.keep(found)
  form.addEventListener('input', () => drafts.keep(takeDraft(rules, form, drafts.read())))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
}

async function send(form: HTMLFormElement, { values, requestId, startedAt }: Draft, unreachable: string) {
  const website = String(new FormData(form).get('website') ?? '')
  const { referrer } = document
  const { language } = navigator
  const fields = { ...values, website, requestId, referrer, language }
  return await sendForm(form.action, fields, { startedAt, unreachable })
}

/** Never over what a field holds already. */
function fill(form: HTMLFormElement, { values }: Draft): void {
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(form, name)
    if (field?.value === '') field.value = value
  }
}

function fieldOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined
}

function painter(form: HTMLFormElement, rules: FormRules, words: FormWords, success: HTMLElement | undefined) {
  const button = form.querySelector('button')
  const label = button?.textContent ?? ''
  const put = (selector: string, text = '', within: Element = form) => {
    const place = within.querySelector(selector)
    if (place) place.textContent = text
  }
  return ({ status, errors, reference }: FormState) => {
    const isSending = status === 'sending'
    const isReplaced = status === 'sent' && success !== undefined
    put('.form-message', shownMessage(rules, errors) ?? (status === 'sent' && !success ? words.success : ''))
    for (const name of fieldsOf(rules)) {
      const field = fieldOf(form, name)
      if (!field) continue
      field.readOnly = isSending
      const place = field.parentElement?.querySelector('.field-error')
      if (!place) continue
      const wrong = errors?.fields[name] ?? ''
      place.textContent = wrong
      place.id = `${field.id}-error`
      field.setAttribute('aria-describedby', place.id)
      field.ariaInvalid = wrong === '' ? null : 'true'
    }
    if (button) {
      button.disabled = isSending
      button.textContent = (isSending && words.sending) || label
    }
    if (success) {
      const hadFocus = success.contains(document.activeElement)
      put('p', words.success, success)
      put('span', words.referenceLabel, success)
      put('b', reference, success)
      success.hidden = !isReplaced
      form.hidden = isReplaced
      // The message goes, and would take the focus along.
      if (!isReplaced && hadFocus) {
        form.tabIndex = -1
        form.focus({ preventScroll: true })
      }
    }
    leadTo(isReplaced ? success : form)
  }
}

type FormState = { status: 'idle' | 'sending' | 'sent'; errors?: FormErrors; reference?: string }

const successShownMs = 5000
