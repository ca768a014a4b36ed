import { useState } from 'react'
import { Link } from 'wouter'
import { useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { EmailFrame } from '../shell/EmailFrame.tsx'
import { Facts } from '../shell/Facts.tsx'
import { Field } from '../shell/Field.tsx'
import { Icon } from '../shell/Icon.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Banner, Timeline } from '../shell/parts.tsx'
import { Detail } from '../shell/Split.tsx'
import { useClock } from '../shell/studio.tsx'
import { emailKindName } from './email-name.ts'
import { attemptEvents, type Email, type IssueLine, leadText } from './outbox-text.ts'

export function EmailView({ id }: { id: string }) {
  const [problem, setProblem] = useState('')
  return (
    <Loaded {...useRead('outbox.show', { id })}>
      {(email) => (
        <Detail
          title={email.subject}
          about={`To ${email.isToOwner ? 'you' : email.to_address || 'an erased address'} · ${emailKindName(email.kind)}`}
          actions={<EmailActions email={email} onProblem={setProblem} />}
          rail={<EmailRail email={email} />}
        >
          {problem !== '' && (
            <Banner isLate icon="warn">
              {problem}
            </Banner>
          )}
          <DeliveryProblem email={email} />
          <EmailPreview email={email} />
        </Detail>
      )}
    </Loaded>
  )
}

type EmailProps = { email: Email }

function EmailActions({ email, onProblem }: EmailProps & { onProblem: (problem: string) => void }) {
  const { id, batch, state, lead, isToOwner } = email
  if (batch !== null || (state !== 'queued' && state !== 'failed')) return null
  const isFixable = state === 'failed' && lead !== null && !isToOwner
  const ids = [id]
  const retry = state === 'failed' ? 'Try again' : 'Send now'
  return (
    <>
      {isFixable && <FixAddress email={email} onProblem={onProblem} />}
      <FinalButton label={retry} busyLabel="Sending…" isPrimary={!isFixable} change="outbox.retry" input={{ ids }} />
      <FinalButton isPlain label="Delete" change="outbox.delete" input={{ ids }} />
    </>
  )
}

/** What was typed stays if the address is refused. */
function FixAddress({ email: { id, to_address }, onProblem }: EmailProps & { onProblem: (problem: string) => void }) {
  const [to, setTo] = useState(to_address)
  const { runChange } = useChanges()
  const run = async () => {
    onProblem('')
    return await runChange('outbox.fix', { id, to }, { onError: onProblem })
  }
  const note = 'Replies go there too. The old address stays in the lead’s note.'
  const isReady = to.trim() !== to_address && to.includes('@')
  return (
    <ActionButton
      isPrimary
      label="Fix address…"
      confirmLabel="Fix and send"
      busyLabel="Sending…"
      asks="outbox.fix"
      details={<Field label="Correct address" note={note} type="email" value={to} onText={setTo} />}
      isReady={isReady}
      run={run}
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

/** The email as it arrives, and its plain text. */
function EmailPreview({ email: { from_name, from_address, subject, html, text } }: EmailProps) {
  const from = from_name === '' ? from_address : `${from_name} <${from_address}>`
  return (
    <>
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
      {html !== null && (
        <details>
          <summary>
            <Icon name="right" />
            Plain text
          </summary>
          <pre className="wrapped">{text}</pre>
        </details>
      )}
    </>
  )
}

function EmailRail({ email }: EmailProps) {
  const clock = useClock()
  const { id, lead, batch, message_id, reply_to_address } = email
  return (
    <>
      <section>
        <h3>Attempts</h3>
        <Timeline events={attemptEvents(email, clock)} />
      </section>
      {(lead || batch) && (
        <section>
          <h3>Belongs to</h3>
          {lead && <Link href={hrefs.person(lead.email)}>{lead.name || lead.email}</Link>}
          {lead && <p className="second">{leadText(lead, clock)}</p>}
          {batch && <Link href={hrefs.issue(batch)}>Issue</Link>}
        </section>
      )}
      <details>
        <summary>
          <Icon name="right" />
          Technical details
        </summary>
        <Facts
          facts={[
            ['ID', id.slice(0, 8)],
            ['Message-ID', message_id],
            ['Replies to', reply_to_address],
          ]}
        />
      </details>
    </>
  )
}

/** Emails of an issue are sent, paused, and retried with the issue. */
export function IssueEmails({ issue: { slug, subject, words } }: { issue: IssueLine }) {
  const open = (
    <Link className="button" href={hrefs.issue(slug)}>
      Show issue
    </Link>
  )
  return (
    <Detail title={subject} about="Issue of the newsletter" actions={open}>
      <p>{`${words.charAt(0).toUpperCase()}${words.slice(1)}.`}</p>
    </Detail>
  )
}
