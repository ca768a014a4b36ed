import { Link, useLocation } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { change, type ResultOf, useRead } from '../client.ts'
import { ActionButton, FinalButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Facts } from '../shell/Facts.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Split, useFilters } from '../shell/Split.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { formatAge, formatTime } from '../times.ts'
import { emailKindName } from './email-name.ts'

const views = { waiting: 'Waiting', failed: 'Failed', sent: 'Sent', all: 'All' } as const

export function Emails({ id }: { id: string | undefined }) {
  const { view, tabs, queryString } = useFilters(views, 'all')
  const back = `/outbox${queryString}`
  return (
    <Split
      title="Outbox"
      filters={tabs}
      selected={id}
      label="Email"
      renderDetail={(selected) => <EmailView id={selected} back={back} />}
      listHref={back}
    >
      <Loaded {...useRead('outbox.list', { state: view, limit: 1_000 })}>
        {(data) => (
          <>
            <EmailSummary data={data} view={view} />
            <VirtualList
              items={toItems(data, queryString)}
              selected={id}
              isCut={data.isCut}
              emptyText="No emails here."
            />
          </>
        )}
      </Loaded>
    </Split>
  )
}

/** An item per email, and one per issue for all of its emails that are queued or were sent. */
function toItems({ emails, issues }: ResultOf<'outbox.list'>, queryString: string) {
  const items = [
    ...issues.map((issue) => ({ at: issue.created_at, item: issueItem(issue) })),
    ...emails.map((email) => ({ at: email.created_at, item: emailItem(email, queryString) })),
  ]
  return items.toSorted((one, other) => other.at - one.at).map(({ item }) => item)
}

function issueItem({ slug, subject, state, words, created_at }: ResultOf<'outbox.list'>['issues'][number]) {
  return {
    key: slug,
    href: `/issues/${slug}`,
    title: subject,
    aside: `${state} · ${formatAge(created_at, Date.now())}`,
    text: words,
    isDone: state === 'done' || state === 'canceled',
  }
}

function emailItem(email: ResultOf<'outbox.list'>['emails'][number], queryString: string) {
  const { id, to_address, subject, state, created_at, due_at } = email
  const now = Date.now()
  const age = `${state === 'queued' ? 'waiting' : state} · ${formatAge(created_at, now)}`
  return {
    key: id,
    href: `/outbox/${id}${queryString}`,
    title: to_address || '(erased)',
    aside: state === 'queued' && due_at > now ? `for ${formatTime(due_at)}` : age,
    text: subject,
    isDone: state === 'sent',
    isProblem: state === 'failed' || state === 'unknown',
  }
}

type EmailSummaryProps = { data: ResultOf<'outbox.list'>; view: keyof typeof views }

function EmailSummary({ data: { paused, pending, emails }, view }: EmailSummaryProps) {
  const { runChange } = useChanges()
  const confirm = pending.emails + pending.issueEmails
  const filter = view === 'waiting' || view === 'failed' ? { [view]: true } : undefined
  return (
    <div className="actions">
      {paused && (
        <p className="problem">{`Sending has been paused since ${formatTime(paused.since)}: ${paused.because}. ${counted(confirm, 'email is', 'emails are')} queued.`}</p>
      )}
      {paused ? (
        <FinalButton
          label="Resume sending"
          confirmLabel={`Send ${confirm.toLocaleString('en')}`}
          change="outbox.resume"
          input={{ confirm }}
        />
      ) : (
        <ActionButton
          label="Pause sending"
          run={() => runChange('outbox.pause', {}, { undo: () => change('outbox.resume', { confirm }) })}
        />
      )}
      {filter && emails.some(({ batch }) => batch === null) && (
        <>
          <FinalButton key={view} label="Send all now" busyLabel="Sending …" change="outbox.retry" input={filter} />
          <FinalButton label="Delete all" confirmLabel="Delete them" change="outbox.delete" input={filter} />
        </>
      )}
    </div>
  )
}

function EmailView({ id, back }: { id: string; back: string }) {
  const [, navigate] = useLocation()
  return (
    <Loaded {...useRead('outbox.show', { id })}>
      {(email) => (
        <>
          <h1>{email.subject}</h1>
          <div className="actions">
            {email.about !== null && (
              <Link className="quiet" href={`/leads/${email.about}?view=all`}>
                Show lead
              </Link>
            )}
            {email.batch !== null && (
              <Link className="quiet" href={`/issues/${email.batch}`}>
                Show issue
              </Link>
            )}
            {email.batch === null && (email.state === 'queued' || email.state === 'failed') && (
              <>
                <FinalButton label="Send now" busyLabel="Sending …" change="outbox.retry" input={{ ids: [id] }} />
                <FinalButton
                  label="Delete"
                  confirmLabel="Delete it"
                  change="outbox.delete"
                  input={{ ids: [id] }}
                  onDone={() => navigate(back)}
                />
              </>
            )}
          </div>
          <Facts
            facts={[
              ['State', stateText(email)],
              ['To', email.to_address],
              ['From', email.from_address],
              ['Reply to', email.reply_to_address],
              ['Created', formatTime(email.created_at)],
              ['Kind', emailKindName(email.kind)],
              ['Message-ID', email.message_id],
            ]}
          />
          <h2>Text</h2>
          <div className="words">
            <p>{email.text}</p>
          </div>
        </>
      )}
    </Loaded>
  )
}

function stateText({ state, attempts, sent_at, due_at, last_error }: ResultOf<'outbox.show'>): string {
  const reason = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return `sent ${formatTime(sent_at ?? 0)}`
  if (state === 'unknown') return `may have arrived${reason}`
  if (state === 'failed') return `failed permanently after ${counted(attempts, 'attempt')}${reason}`
  if (attempts === 0) return due_at > Date.now() ? `queued for ${formatTime(due_at)}` : 'queued'
  return `tried ${attempts}×, again ${formatTime(due_at)}${reason}`
}
