import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { namesOf } from '../../../platform/fields.ts'
import { type ConsultationValues, consultationFields } from '../../../server/leads/fields.ts'
import { draftHref } from '../../ui/form/email-draft.ts'
import type { RequestState, RequestWords } from './request-form.ts'

export type RequestProps = {
  words: RequestWords
  values: ConsultationValues
  state: RequestState
  onSubmit: (event: SyntheticEvent) => void
}

/** What the chat knows about the visitor, to check and send; once it's sent, a receipt. */
export function RequestCard({ words, values, state, onSubmit, onEdit }: RequestProps & { onEdit: () => void }) {
  const { isSending, reference, sent } = state
  const card = useRef<HTMLElement>(null)
  const isReady = values.name && values.email
  const hasChanges = sent === undefined || namesOf(consultationFields).some((name) => values[name] !== sent[name])
  return (
    <>
      {reference !== undefined && <Receipt words={words} reference={reference} />}
      {hasChanges && (
        <section className="chat-card chat-request" ref={card} aria-label={words.heading} tabIndex={-1}>
          <h3>{words.heading}</h3>
          <dl>
            {rowsOf(values, words).map(([label, lines]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{lines.join('\n')}</dd>
              </div>
            ))}
          </dl>
          <button type="button" className="button" disabled={isSending} onClick={onSubmit}>
            {isSending ? words.sending : words.send}
          </button>
          <div className="row">
            <button type="button" className="plain chat-edit" onClick={onEdit}>
              {words.edit}
            </button>
            {words.call && (
              <a className="link" href="/call">
                {words.call.instead}
              </a>
            )}
          </div>
          <DraftLink words={words} values={values} />
        </section>
      )}
      <p className="visually-hidden" role="status">
        {hasChanges && isReady && words.ready}
      </p>
      {hasChanges && isReady && <RequestBar words={words} card={card} />}
    </>
  )
}

function Receipt({ words, reference }: { words: RequestWords; reference: string }) {
  return (
    <section className="chat-card chat-receipt" aria-label={words.sent}>
      <h3>{words.sent}</h3>
      <p role="status" tabIndex={-1}>
        {words.success}
      </p>
      <p className="second">
        {words.referenceLabel} <span className="unbroken">{reference}</span>
      </p>
      {words.call && (
        <a className="button button-plain" href="/call">
          {words.call.link}
        </a>
      )}
    </section>
  )
}

/** Needs a name and an email, as the draft does. */
export function DraftLink({ words, values }: Pick<RequestProps, 'words' | 'values'>) {
  if (!values.name || !values.email) return null
  return (
    <p className="chat-draft">
      {words.draftNote}{' '}
      <a className="link" href={draftHref(values, words)}>
        {words.draft}
      </a>
    </p>
  )
}

/** Scrolls to the card while it's out of sight. */
function RequestBar({ words, card }: Pick<RequestProps, 'words'> & { card: RefObject<HTMLElement | null> }) {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element) return
    // The card is out of sight if only its edge shows.
    const options = { root: element.closest('.chat-log'), rootMargin: '-48px 0px' }
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false), options)
    observer.observe(element)
    return () => observer.disconnect()
  }, [card])
  const review = () => {
    card.current?.scrollIntoView({ block: 'end' })
    card.current?.focus({ preventScroll: true })
  }
  const place = isAway && document.querySelector('.chat-bar-place')
  if (!place) return null
  return createPortal(
    <button type="button" className="chat-bar" onClick={review}>
      {words.ready} <span>{words.review}</span>
    </button>,
    place,
  )
}

/** Labels and lines of what is known. */
function rowsOf({ name, email, company, requirements, ...rest }: ConsultationValues, words: RequestWords) {
  const rows: [string, string[]][] = [
    [words.from, [name, email, company]],
    [words.project, [requirements]],
    ...namesOf(rest).map((each): [string, string[]] => [
      words.texts.fields[each]?.label ?? each,
      [each === 'budget' ? budgetText(rest[each], words.texts.lang) : rest[each]],
    ]),
  ]
  return rows.map(([label, lines]) => [label, lines.filter(Boolean)] as const).filter(([, lines]) => lines.length > 0)
}

/** @param budget as the chat stores it: `5000 USD` and `5000-9000 USD` become $5,000 and $5,000 – $9,000 */
export function budgetText(budget: string, lang: string): string {
  const [, from, to = from, currency] = /^(\d+)(?:-(\d+))? ([A-Z]{3})$/.exec(budget) ?? []
  if (currency === undefined) return budget
  const format = new Intl.NumberFormat(lang, { style: 'currency', currency, maximumFractionDigits: 0 })
  return from === to ? format.format(Number(from)) : format.formatRange(Number(from), Number(to))
}
