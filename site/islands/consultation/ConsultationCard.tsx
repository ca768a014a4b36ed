import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { namesOf } from '../../../platform/fields.ts'
import { type ConsultationValues, consultationFields } from '../../../server/leads/fields.ts'
import { draftHref } from '../../ui/form/email-draft.ts'
import type { ConsultationCopy, ConsultationState } from './consultation-form.ts'

/** Props of both the card and the sheet. */
export type ConsultationViewProps = {
  words: ConsultationCopy
  values: ConsultationValues
  state: ConsultationState
  onSubmit: (event: SyntheticEvent) => void
}

/** Shows the visitor's details so they can check and send them. After that, shows a receipt. */
export function ConsultationCard({
  words,
  values,
  state,
  onSubmit,
  onEdit,
}: ConsultationViewProps & { onEdit: () => void }) {
  const { isSending, reference, sent } = state
  const card = useRef<HTMLElement>(null)
  const isReady = values.name && values.email
  const hasChanges = sent === undefined || namesOf(consultationFields).some((name) => values[name] !== sent[name])
  return (
    <>
      {reference !== undefined && <Receipt words={words} reference={reference} />}
      {hasChanges && (
        <section className="chat-card" ref={card} aria-label={words.heading} tabIndex={-1}>
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
      {hasChanges && isReady && <ReviewBar words={words} card={card} />}
    </>
  )
}

function Receipt({ words, reference }: { words: ConsultationCopy; reference: string }) {
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

/** A link that opens the consultation as an email draft, once the name and email address are known. */
export function DraftLink({ words, values }: Pick<ConsultationViewProps, 'words' | 'values'>) {
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

/** Height of a button. The card is out of view if less than this is visible. */
const minVisiblePx = 48

/** A bar that scrolls to the card, shown while the card is out of view. */
function ReviewBar({ words, card }: Pick<ConsultationViewProps, 'words'> & { card: RefObject<HTMLElement | null> }) {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element) return
    const options = { root: element.closest('.chat-log'), rootMargin: `-${minVisiblePx}px 0px` }
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false), options)
    observer.observe(element)
    return () => observer.disconnect()
  }, [card])
  const scrollToCard = () => {
    card.current?.scrollIntoView({ block: 'end' })
    card.current?.focus({ preventScroll: true })
  }
  const container = isAway && document.querySelector('.chat-bar-place')
  if (!container) return null
  return createPortal(
    <button type="button" className="chat-bar" onClick={scrollToCard}>
      {words.ready} <span>{words.review}</span>
    </button>,
    container,
  )
}

type CardRow = readonly [label: string, lines: readonly string[]]

/** The card's rows: contact details, the project, then the other known fields. */
function rowsOf(
  { name, email, company, requirements, ...rest }: ConsultationValues,
  words: ConsultationCopy,
): CardRow[] {
  const { fields, lang } = words.texts
  const otherRows = namesOf(rest).map((field): CardRow => {
    const value = field === 'budget' ? budgetText(rest.budget, lang) : rest[field]
    return [fields[field]?.label ?? field, [value]]
  })
  const rows: CardRow[] = [[words.from, [name, email, company]], [words.project, [requirements]], ...otherRows]
  const knownRows = rows.map(([label, lines]): CardRow => [label, lines.filter(Boolean)])
  return knownRows.filter(([, lines]) => lines.length > 0)
}

/** @param budget as the chat stores it: `5000 USD` and `5000-9000 USD` become $5,000 and $5,000 – $9,000 */
export function budgetText(budget: string, lang: string): string {
  const [, from, to = from, currency] = /^(\d+)(?:-(\d+))? ([A-Z]{3})$/.exec(budget) ?? []
  if (currency === undefined) return budget
  const format = new Intl.NumberFormat(lang, { style: 'currency', currency, maximumFractionDigits: 0 })
  return from === to ? format.format(Number(from)) : format.formatRange(Number(from), Number(to))
}
