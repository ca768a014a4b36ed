import { change, type ResultOf, useRead } from '../client.ts'
import { Act } from '../shell/Act.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Split, useFilters } from '../shell/Split.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { age, moment } from '../times.ts'
import { EmailView } from './EmailView.tsx'

const views = [
  { name: 'waiting', label: 'Waiting' },
  { name: 'failed', label: 'Failed' },
  { name: 'sent', label: 'Sent' },
  { name: 'all', label: 'All' },
] as const

/** Emails by state, and the selected one beside the list. */
export function Emails({ id }: { id: string | undefined }) {
  const { view, tabs, end } = useFilters(views, 'all')
  const back = `/outbox${end}`
  return (
    <Split
      title="Outbox"
      filters={tabs}
      chosen={id}
      label="Email"
      detail={(chosen) => <EmailView id={chosen} back={back} />}
      back={back}
    >
      <Loaded {...useRead('outbox.list', { state: view, limit: 1_000 })}>
        {(data) => (
          <>
            <EmailSummary data={data} view={view} />
            <VirtualList
              items={data.emails.map((email) => toItem(email, end))}
              chosen={id}
              isCut={data.isCut}
              none="No emails here."
            />
          </>
        )}
      </Loaded>
    </Split>
  )
}

function toItem(email: ResultOf<'outbox.list'>['emails'][number], end: string) {
  return {
    key: email.id,
    href: `/outbox/${email.id}${end}`,
    title: email.to_address,
    aside: `${email.state === 'queued' ? 'waiting' : email.state} · ${age(email.created_at, Date.now())}`,
    text: email.subject,
    isDone: email.state === 'sent',
    isProblem: email.state === 'failed',
  }
}

type EmailSummaryProps = { data: ResultOf<'outbox.list'>; view: (typeof views)[number]['name'] }

/** Actions on all emails in a state, and pausing the outbox. */
function EmailSummary({ data: { paused, pending, emails, isCut }, view }: EmailSummaryProps) {
  const { act } = useChanges()
  const confirm = pending.emails + pending.issueEmails
  const [total, ofIssues, others] = [confirm, pending.issueEmails, pending.emails].map((n) => n.toLocaleString('en'))
  const which = view === 'waiting' ? { waiting: true } : view === 'failed' ? { failed: true } : undefined
  const many = `${emails.length.toLocaleString('en')}${isCut ? ' and more' : ''}`
  return (
    <div className="actions">
      {paused && (
        <p className="problem">{`No email is sent since ${moment(paused.since)}: ${paused.because}. ${total} are queued.`}</p>
      )}
      {paused ? (
        <Act
          label="Resume sending"
          asks={`${others} emails and ${ofIssues} copies of issues are sent at once. If this is a copy of a database that went on, they may have been sent from there since.`}
          go={`Send ${total}`}
          run={() => act('outbox.resume', { confirm })}
        />
      ) : (
        <Act
          label="Pause sending"
          run={() => act('outbox.pause', {}, { undo: () => change('outbox.resume', { confirm }) })}
        />
      )}
      {which && emails.length > 0 && (
        <>
          <Act key={view} label="Send all now" busy="Sending …" run={() => act('outbox.retry', which)} />
          <Act
            label="Delete all"
            asks={`${many} unsent emails will be deleted and never sent. Their leads and subscribers stay.`}
            go="Delete them"
            run={() => act('outbox.delete', which)}
          />
        </>
      )}
    </div>
  )
}
