import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import { leadTo } from '../../../ui/form/lead-to.ts'
import { ContactFormView, type ContactTexts } from './ContactFormView.tsx'
import { checkContact } from './contact.schema.ts'
import { fillForm, keepDraft, readDraft, takeDraft } from './contact-draft.ts'
import { nextContactFormState, successShownMs } from './contact-form.state.ts'
import { sendContact } from './send-contact.ts'

const neverChanges = () => () => undefined
const emptyValues = { name: '', email: '', project: '' }

/** The form with its live states. Until it is hydrated, and without JavaScript, the same form posts by itself. */
export function ContactForm({ texts }: { texts: ContactTexts }) {
  const [state, dispatch] = useReducer(nextContactFormState, { status: 'idle' })
  // False in the page as it is built: without JavaScript the browser's own check speaks.
  const isLive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const form = frame.current?.querySelector('form')
    if (!form) return
    const draft = readDraft()
    if (draft) fillForm(form, draft)
    // Typed or filled in by the browser before this code was here; no event will tell of it any more.
    const found = takeDraft(form, draft)
    if (Object.values(found.values).some((value) => value !== '')) keepDraft(found)
  }, [])

  useEffect(() => {
    if (state.status !== 'sent') return
    const timer = setTimeout(() => {
      if (frame.current) keepFocus(frame.current)
      dispatch({ type: 'shownLongEnough' })
    }, successShownMs)
    return () => clearTimeout(timer)
  }, [state.status])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever has changed
  useEffect(() => {
    if (frame.current) leadTo(frame.current)
  }, [state])

  async function submit(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.status !== 'idle') return
    const form = event.currentTarget
    const draft = takeDraft(form, readDraft())
    keepDraft(draft)
    const checked = checkContact(draft.values)
    if (!checked.ok) return dispatch({ type: 'refused', errors: checked.errors })
    dispatch({ type: 'submitted' })
    const result = await sendContact(draft, String(new FormData(form).get('website') ?? ''), texts.unreachable)
    if (!result.ok) return dispatch({ type: 'refused', errors: result.errors })
    keepDraft(undefined)
    dispatch({ type: 'stored', reference: result.reference })
  }

  return (
    <div ref={frame}>
      <ContactFormView
        texts={texts}
        values={emptyValues}
        status={state.status}
        errors={state.errors}
        reference={state.reference}
        noValidate={isLive}
        onSubmit={submit}
        onInput={(event) => keepDraft(takeDraft(event.currentTarget, readDraft()))}
      />
    </div>
  )
}

/** The message goes, and would take the focus along. */
function keepFocus(frame: HTMLElement): void {
  if (!frame.contains(document.activeElement)) return
  frame.tabIndex = -1
  frame.focus({ preventScroll: true })
}
