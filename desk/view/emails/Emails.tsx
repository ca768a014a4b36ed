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
              isTruncated={data.isCut}
              emptyText="No emails here."
            />
          </>
        )}
      </Loaded>
    </Split>
  )
}

/** Each email, and one item per issue for those that are queued or were sent. */
function toItems({ emails, issues }: ResultOf<'outbox.list'>, queryString: string) {
  const items = [
    ...issues.map(({ slug, subject, state, words, created_at }) => ({
      ...{ at: created_at, key: slug, href: `/issues/${slug}`, title: subject, text: words },
      ...{ aside: state, isDone: state === 'done' || state === 'canceled', isProblem: false },
    })),
    ...emails.map(({ id, to_address, subject, state, created_at }) => ({
      ...{
        at: created_at,
        key: id,
        href: `/outbox/${id}${queryString}`,
        title: to_address || '(erased)',
        text: subject,
      },
      aside: state === 'queued' ? 'waiting' : state,
      ...{ isDone: state === 'sent', isProblem: state === 'failed' || state === 'unknown' },
    })),
  ].toSorted((one, other) => other.at - one.at)
  return items.map(({ at, aside, ...item }) => ({ ...item, aside: `${aside} · ${formatAge(at, Date.now())}` }))
}

type EmailSummaryProps = { data: ResultOf<'outbox.list'>; view: (typeof views)[number]['name'] }

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
      {filter && emails.some(({ batch }) => batch === null) && (
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
