import { change, type ResultOf, useRead } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Split, useFilters } from '../shell/Split.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { formatAge, formatTime } from '../times.ts'
import { EmailView } from './EmailView.tsx'

const views = [
  { name: 'waiting', label: 'Waiting' },
  { name: 'failed', label: 'Failed' },
  { name: 'sent', label: 'Sent' },
  { name: 'all', label: 'All' },
] as const

/** Emails by state, and the selected one beside the list. */
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
              items={data.emails.map((email) => toItem(email, queryString))}
              selected={id}
              isTruncated={data.isCut}
              emptyText="No emails here."
            />
          </>
        )}
      </Loaded>
    </Split>
  )
}

function toItem(email: ResultOf<'outbox.list'>['emails'][number], queryString: string) {
  return {
    key: email.id,
    href: `/outbox/${email.id}${queryString}`,
    title: email.to_address,
    aside: `${email.state === 'queued' ? 'waiting' : email.state} · ${formatAge(email.created_at, Date.now())}`,
    text: email.subject,
    isDone: email.state === 'sent',
    isProblem: email.state === 'failed',
  }
}

type EmailSummaryProps = { data: ResultOf<'outbox.list'>; view: (typeof views)[number]['name'] }

/** Actions on all emails in a state, and pausing the outbox. */
function EmailSummary({ data: { paused, pending, emails, isCut }, view }: EmailSummaryProps) {
  const { runChange } = useChanges()
  const confirm = pending.emails + pending.issueEmails
  const [total, issueCopies, otherEmails] = [confirm, pending.issueEmails, pending.emails].map((n) =>
    n.toLocaleString('en'),
  )
  const filter = view === 'waiting' ? { waiting: true } : view === 'failed' ? { failed: true } : undefined
  const countText = `${emails.length.toLocaleString('en')}${isCut ? ' and more' : ''}`
  return (
    <div className="actions">
      {paused && (
        <p className="problem">{`Sending has been paused since ${formatTime(paused.since)}: ${paused.because}. ${total} are queued.`}</p>
      )}
      {paused ? (
        <ActionButton
          label="Resume sending"
          question={`${otherEmails} emails and ${issueCopies} copies of issues will be sent at once. If this database is a copy, the original may have sent them since.`}
          confirmLabel={`Send ${total}`}
          run={() => runChange('outbox.resume', { confirm })}
        />
      ) : (
        <ActionButton
          label="Pause sending"
          run={() => runChange('outbox.pause', {}, { undo: () => change('outbox.resume', { confirm }) })}
        />
      )}
      {filter && emails.length > 0 && (
        <>
          <ActionButton
            key={view}
            label="Send all now"
            busyLabel="Sending …"
            run={() => runChange('outbox.retry', filter)}
          />
          <ActionButton
            label="Delete all"
            question={`${countText} unsent emails will be deleted and never sent. Their leads and subscribers stay.`}
            confirmLabel="Delete them"
            run={() => runChange('outbox.delete', filter)}
          />
        </>
      )}
    </div>
  )
}
