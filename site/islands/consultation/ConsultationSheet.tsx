import { useLayoutEffect, useRef } from 'react'
import { namesOf, shownMessage } from '../../../platform/fields.ts'
import { type ConsultationField, consultationFields } from '../../../server/leads/fields.ts'
import { FormField } from '../../ui/form/Form.tsx'
import { type ConsultationViewProps, DraftLink } from './ConsultationCard.tsx'

type ConsultationSheetProps = ConsultationViewProps & {
  onType: (name: string, text: string) => void
  onAgree: (isAgreed: boolean) => void
  onClose: () => void
}

const mainFields: readonly ConsultationField[] = ['name', 'email', 'requirements']

/** The consultation's form, which covers the rest of the chat. */
export function ConsultationSheet({
  words,
  values,
  state,
  onSubmit,
  onType,
  onAgree,
  onClose,
}: ConsultationSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => openOverPanel(dialog.current), [])
  const { errors, isSending, isAgreed, reference } = state
  const { fields } = words.texts
  const texts = { ...words.texts, fields: { ...fields, requirements: { label: words.requirements } } }
  const renderFields = (names: readonly ConsultationField[]) =>
    names.map((name) => (
      <FormField
        key={name}
        id={`consultation-${name}`}
        name={name}
        field={{ ...consultationFields[name], isExtra: true }}
        texts={texts}
        value={values[name]}
        error={errors?.fields[name]}
        isSending={isSending}
        onType={(text) => onType(name, text)}
      />
    ))
  const extraFields = namesOf(consultationFields).filter((name) => !mainFields.includes(name))
  const message = shownMessage(consultationFields, errors, true)
  return (
    <dialog ref={dialog} className="chat-sheet" aria-labelledby="chat-sheet-title" onClose={onClose}>
      <form className="form" noValidate onSubmit={onSubmit} onFocus={({ target }) => scrollToField(target)}>
        <header className="chat-head">
          <button type="button" aria-label={words.back} onClick={onClose}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="m15 5-7 7 7 7" />
            </svg>
          </button>
          <h2 id="chat-sheet-title">{words.heading}</h2>
        </header>
        <div className="chat-fields">
          <p className="form-message" role="alert">
            {message}
          </p>
          {renderFields(mainFields)}
          <details open={extraFields.some((name) => errors?.fields[name]) || undefined}>
            <summary>
              <span>
                {words.extras} <span className="second">{texts.optional}</span>
              </span>
            </summary>
            {renderFields(extraFields)}
          </details>
          {reference === undefined && (
            <label className="chat-agree">
              <input type="checkbox" checked={isAgreed ?? false} onChange={({ target }) => onAgree(target.checked)} />
              <span>{words.consent}</span>
            </label>
          )}
        </div>
        <footer>
          <button type="submit" className="button" disabled={isSending}>
            {isSending ? words.sending : words.send}
          </button>
          <DraftLink words={words} values={values} />
        </footer>
      </form>
    </dialog>
  )
}

/** Scrolls to the whole field. By default, browsers scroll only to the line with the cursor. */
function scrollToField(element: Element): void {
  element.closest('.field')?.scrollIntoView({ block: 'nearest' })
}

/** Opens the dialog and makes the rest of the panel inert. @returns a function that reverts this and focuses Edit */
function openOverPanel(dialog: HTMLDialogElement | null): () => void {
  const panel = dialog?.parentElement
  const others = [...(panel?.children ?? [])].filter((part) => part instanceof HTMLElement && part !== dialog)
  for (const part of others) part.toggleAttribute('inert', true)
  dialog?.show()
  return () => {
    for (const part of others) part.toggleAttribute('inert', false)
    const { activeElement } = document
    if (activeElement !== document.body && !dialog?.contains(activeElement)) return
    const edit = panel?.querySelector<HTMLElement>('.chat-edit') ?? panel
    edit?.focus()
  }
}
