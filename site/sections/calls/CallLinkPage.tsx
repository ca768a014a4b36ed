import './details.css'
import { type Calls, kindOf } from '../../../platform/content/calls.ts'
import { callPath } from '../../../server/calls/kinds.ts'
import type { CallLinkAnswer } from '../../../server/calls/link-routes.ts'
import { describeNear, describeTime, studioOf } from '../../../server/calls/times.ts'
import { zoneLabel } from '../../../server/calls/zone-names.ts'
import { Linked } from '../../ui/Linked.tsx'
import { BookedCall, CallTag } from './BookedCall.tsx'
import { CallFrame } from './CallFrame.tsx'
import { NearTimes } from './NearTimes.tsx'

type CallLinkPageProps = {
  calls: Calls
  answer: CallLinkAnswer
  /** A key to the call's own page, unlike a confirmation link's key, which opens only the confirmation. */
  linkKey: string
  lang: string
  studioEmail: string
  /** The hint after the labels of optional fields: `(optional)`. */
  optional: string
}

export function CallLinkPage({ calls, answer, linkKey, lang, studioEmail, optional }: CallLinkPageProps) {
  const { state, call, lead, message, near } = answer
  const { links, taken } = calls
  const format = { zone: near?.zone ?? call?.zone ?? calls.zone, lang, zoneNames: calls.zoneNames }
  const kind = kindOf(calls, call?.kind ?? null)
  const time = call && describeTime(call.starts_at, call.ends_at, format, studioOf(calls))
  const to = { manage: `/call/manage?key=${linkKey}`, move: `/call?move=${linkKey}`, times: callPath(kind) }
  if (near && near.times.length > 0)
    return (
      <CallFrame title={taken.heading}>
        <form className="call-main form" method="post" action={to.manage}>
          <input type="hidden" name="zone" value={format.zone} />
          <NearTimes legend={taken.times} times={describeNear(near.times, near.start, format)} />
          <p className="second">{calls.page.timesIn.replace('{zone}', () => zoneLabel(near.start, format))}</p>
          <p className="row">
            <button type="submit" className="button">
              {links.move.button}
            </button>
            <a className="link" href={to.manage}>
              {links.move.keep}
            </a>
          </p>
        </form>
      </CallFrame>
    )
  const isOver = ['cancelled', 'expired', 'past', 'unknown', 'unavailable'].includes(state)
  return (
    <CallFrame title={links[state].heading} isLoose={isOver}>
      <section className="call-main" aria-label={links[state].heading}>
        {message !== undefined && (
          <p className="call-error" role="alert">
            {message}
          </p>
        )}
        {/* Until it's approved, a call can only be canceled. */}
        {!(state === 'cancel' && call?.state === 'requested') && (
          <p className="call-lead">
            <Linked text={links[state].text} to={[to.move]} email={lead?.email} studioEmail={studioEmail} />
          </p>
        )}
        {isOver ? (
          <p className="row">
            <a className="button" href={to.times}>
              {links.times}
            </a>
            <a className="link" href="/">
              {links.home}
            </a>
          </p>
        ) : (
          call && lead && time && <CallTag {...{ calls, kind, call, lead, time, isBrief: state === 'cancel' }} />
        )}
        {(state === 'new' || state === 'moved' || state === 'booked') && call && lead && (
          <BookedCall {...{ calls, kind, call, lead, linkKey, to }} />
        )}
        {state === 'confirm' && (
          // Submit to the page's own URL, which has the key.
          <form method="post">
            <button type="submit" className="button" name="do" value="confirm">
              {links.confirm.button}
            </button>
          </form>
        )}
        {state === 'requested' && (
          <p>
            <a className="link" href={`${to.manage}&do=cancel`}>
              {links.cancel.button}
            </a>
          </p>
        )}
        {state === 'cancel' && <CancelForm labels={links.cancel} manage={to.manage} optional={optional} />}
      </section>
    </CallFrame>
  )
}

type CancelFormProps = { labels: Calls['links']['cancel']; manage: string; optional: string }

function CancelForm({ labels, manage, optional }: CancelFormProps) {
  return (
    <form className="form" method="post" action={manage}>
      <input type="hidden" name="do" value="cancel" />
      <p className="field">
        <label htmlFor="note">
          {labels.note} <span className="second">{optional}</span>
        </label>
        <textarea id="note" name="note" rows={3} />
      </p>
      <p className="row">
        <button type="submit" className="button button-danger">
          {labels.button}
        </button>
        <a className="button" href={manage}>
          {labels.keep}
        </a>
      </p>
    </form>
  )
}
