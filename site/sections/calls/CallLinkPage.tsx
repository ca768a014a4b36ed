import { type Calls, kindOf } from '../../../platform/content/calls.ts'
import type { Drawing } from '../../../platform/content/drawings.ts'
import { formatInstant, isSameTime, longTime } from '../../../server/calls/call-time.ts'
import { placeLine, placeOf } from '../../../server/calls/place.ts'
import type { CallLinkAnswer } from '../../../server/calls/routes.ts'
import { DrawnPage } from '../../ui/DrawnPage.tsx'
import { Link, LinkList } from '../../ui/Link.tsx'

type CallLinkPageProps = {
  words: Calls
  answer: CallLinkAnswer
  /** Key of the call's own page. A confirmation's key opens only the confirmation. */
  linkKey: string
  lang: string
  drawing: Drawing | undefined
}

export function CallLinkPage({ words, answer, linkKey, lang, drawing }: CallLinkPageProps) {
  const { state, call, message, near = [] } = answer
  const { links } = words
  const { heading, text } = links[state]
  const zone = call?.zone ?? words.zone
  const isOpen = state === 'new' || state === 'booked'
  const isOver = ['cancelled', 'expired', 'past', 'unknown'].includes(state)
  return (
    <DrawnPage
      title={heading}
      drawing={drawing}
      lead={
        <>
          {message !== undefined && (
            <p role="alert">
              <strong>{message}</strong>
            </p>
          )}
          <p>{text}</p>
          {call && (
            <p>
              <strong>{longTime(call.starts_at, call.zone, lang)}</strong>
              {!isSameTime(call.starts_at, call.zone, words.zone) && (
                <small>{` (${longTime(call.starts_at, words.zone, lang)}, ${words.page.studioTime})`}</small>
              )}
            </p>
          )}
          {call && isOpen && <p>{placeLine(placeOf(kindOf(words, call.kind).where, { phone: null }))}</p>}
          {call && (
            <p>
              {`${words.form.referenceLabel}: `}
              <b>{call.id}</b>
            </p>
          )}
          {(state === 'confirm' || state === 'cancel') && (
            // Posts to the page's own URL, which has the key.
            <form method="post">
              <input type="hidden" name="do" value={state} />
              <button type="submit" className="button">
                {links[state].button}
              </button>
            </form>
          )}
          {near.length > 0 && <p>{words.page.near}</p>}
          <LinkList
            links={near.map((time) => {
              const query = new URLSearchParams({ zone, move: linkKey, start: formatInstant(time, zone) })
              return { text: longTime(time, zone, lang), to: `/call?${query}` }
            })}
          />
          {isOpen && (
            <LinkList
              className="ruled"
              links={[
                { text: links.file, to: `/call/event.ics?key=${linkKey}` },
                { text: links.move, to: `/call?move=${linkKey}&zone=${encodeURIComponent(zone)}` },
                { text: links.cancelLink, to: `/call/manage?key=${linkKey}&do=cancel` },
              ]}
            />
          )}
          <p>{isOver ? <Link to="/call">{links.again}</Link> : <Link to="/">{links.back}</Link>}</p>
        </>
      }
    />
  )
}
