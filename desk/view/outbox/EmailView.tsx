import { useState } from 'react'
import { Link } from 'wouter'
import { labelOf } from '../../../platform/fields.ts'
import { useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { FinalButton } from '../shell/ActionButton.tsx'
import { useClock } from '../shell/clock.ts'
import { Detail } from '../shell/Split.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { EmailFrame } from '../ui/EmailFrame.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Field } from '../ui/Field.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Timeline, TimelineEvent } from '../ui/Timeline.tsx'
import { attemptEvents, type Email, type IssueLine, leadFacts } from './outbox-text.ts'

export function EmailView({ id }: { id: string }) {
  return (
    <Loaded {...useRead('outbox.show', { id })}>
      {(email) => (
        <Detail
          title={email.subject}
          about={`To ${email.isToOwner ? 'you' : email.to_address || 'an erased address'} · ${email.kindName}`}
          actions={<EmailActions email={email} />}
          rail={<EmailRail email={email} />}
        >
          <DeliveryProblem email={email} />
          <EmailPreview email={email} />
        </Detail>
      )}
    </Loaded>
  )
}

type EmailProps = { email: Email }

function EmailActions({ email }: EmailProps) {
  const { id, batch, state, lead, isToOwner, isDeadAddress } = email
  if (batch !== null || (state !== 'queued' && state !== 'failed')) return null
  const isFixable = state === 'failed' && lead !== null && !isToOwner
  const ids = [id]
  const retry = state === 'failed' ? 'Try again' : 'Send now'
  return (
    <>
      {isFixable && <FixAddress email={email} />}
      {!(state === 'failed' && isDeadAddress) && (
        <FinalButton label={retry} busyLabel="Sending…" isPrimary={!isFixable} change="outbox.retry" input={{ ids }} />
      )}
      <FinalButton isPlain label="Delete" change="outbox.delete" input={{ ids }} />
    </>
  )
}

/** A form to correct the address. If the server rejects the new address, it stays in the field. */
function FixAddress({ email: { id, to_address } }: EmailProps) {
  const [to, setTo] = useState(to_address)
  const hint = 'Replies go there too. The old email address stays in the lead’s note.'
  return (
    <FinalButton
      isPrimary
      label="Fix address…"
      confirmLabel="Fix and send"
      busyLabel="Sending…"
      change="outbox.fix"
      input={{ id, to }}
      details={<Field label="Correct address" hint={hint} type="email" value={to} onText={setTo} />}
      isReady={to.trim() !== to_address && to.includes('@')}
    />
  )
}

function DeliveryProblem({ email: { state, reason, last_error, due_at, attempts } }: EmailProps) {
  const clock = useClock()
  if (last_error === null || state === 'sent') return null
  const isFinal = state === 'failed' || state === 'unknown'
  return (
    <Banner isLate={isFinal} icon="warn">
      <b>{state === 'unknown' ? 'It might have arrived.' : reason}</b> {`Mail server: ${last_error}`}
      {state === 'queued' && attempts > 0 && `. Next try: ${clock.recent(due_at)}.`}
    </Banner>
  )
}

function EmailPreview({ email: { from_name, from_address, subject, html, text } }: EmailProps) {
  const from = from_name === '' ? from_address : `${from_name} <${from_address}>`
  return (
    <figure className="preview">
      <figcaption>
        <Facts
          facts={[
            ['From', from || null],
            ['Subject', <b key="subject">{subject}</b>],
          ]}
        />
      </figcaption>
      {html === null ? <pre className="email">{text}</pre> : <EmailFrame title="Email" html={html} />}
    </figure>
  )
}

function EmailRail({ email }: EmailProps) {
  const clock = useClock()
  const { id, lead, batch, message_id } = email
  return (
    <>
      <section>
        <h3>Attempts</h3>
        <Timeline>
          {attemptEvents(email, clock).map(({ key, text, ...event }) => (
            <TimelineEvent key={key} {...event}>
              {text}
            </TimelineEvent>
          ))}
        </Timeline>
      </section>
      {(lead || batch) && (
        <section>
          <h3>Belongs to</h3>
          {lead && (
            <Facts
              facts={[
                [
                  'Lead',
                  <Link key="lead" href={hrefs.lead(lead.reference)}>
                    {lead.name || lead.email}
                  </Link>,
                ],
                ...leadFacts(lead, clock),
              ]}
            />
          )}
          {batch && <Link href={hrefs.issue(batch)}>Issue</Link>}
        </section>
      )}
      <Disclosure title="Technical details">
        <Facts
          facts={[
            ['ID', id.slice(0, 8)],
            ['Message-ID', message_id],
          ]}
        />
      </Disclosure>
    </>
  )
}

/** An issue in the outbox, with a link to the view where its emails can be paused and retried. */
export function IssueEmails({ issue: { slug, subject, words } }: { issue: IssueLine }) {
  return (
    <Detail title={subject} about="Newsletter issue">
      <p>{`${labelOf(words)}.`}</p>
      <Link href={hrefs.issue(slug)}>Show issue</Link>
    </Detail>
  )
}
