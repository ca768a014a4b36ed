import { useSearchParams } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useActions } from '../shell/notice.tsx'
import { Split } from '../shell/Split.tsx'
import { Tabs } from '../shell/Tabs.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { age, moment } from '../times.ts'
import { EmailView } from './EmailView.tsx'
import { RetryButton } from './RetryButton.tsx'

const views = [
  { name: 'waiting', label: 'Waiting' },
  { name: 'failed', label: 'Failed' },
  { name: 'sent', label: 'Sent' },
  { name: 'all', label: 'All' },
] as const

/** Emails by state, and the selected one beside the list. */
export function Emails({ id }: { id: string | undefined }) {
  const [query, setQuery] = useSearchParams()
  const view = views.find(({ name }) => name === query.get('view'))?.name ?? 'all'
  const { data, error } = useRead('outbox.list', { state: view, limit: 1_000 })
  return (
    <Split
      title="Outbox"
      filters={<Tabs views={views} chosen={view} onChoose={(name) => setQuery({ view: name })} />}
      beside={id === undefined ? undefined : <EmailView key={id} id={id} back={`/outbox?view=${view}`} />}
    >
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <>
          <EmailSummary data={data} view={view} />
          <VirtualList
            items={data.emails.map((email) => toItem(email, view))}
            chosen={id}
            isCut={data.isCut}
            none="No emails here."
          />
        </>
      )}
    </Split>
  )
}

function toItem(email: ResultOf<'outbox.list'>['emails'][number], view: string) {
  return {
    key: email.id,
    href: `/outbox/${email.id}?view=${view}`,
    title: email.to_address,
    aside: `${email.state === 'queued' ? 'waiting' : email.state} · ${age(email.created_at, Date.now())}`,
    text: email.subject,
    isDone: email.state === 'sent',
    isProblem: email.state === 'failed',
  }
}

type EmailSummaryProps = { data: ResultOf<'outbox.list'>; view: 'waiting' | 'failed' | 'sent' | 'all' }

/** Actions on all emails in a state, and pausing the outbox. */
function EmailSummary({ data: { paused, pending, emails, isCut }, view }: EmailSummaryProps) {
  const { change, notice } = useActions()
  const total = pending.emails + pending.issueEmails
  const which = view === 'waiting' ? { waiting: true } : view === 'failed' ? { failed: true } : undefined
  const many = `${emails.length.toLocaleString('en')}${isCut ? ' and more' : ''}`
  return (
    <div className="actions">
      {paused && (
        <p className="problem">{`No email is sent since ${moment(paused.since)}: ${paused.because}. ${total.toLocaleString('en')} are queued.`}</p>
      )}
      {paused ? (
        <Confirm
          label="Resume sending"
          asks={`${pending.emails.toLocaleString('en')} emails and ${pending.issueEmails.toLocaleString('en')} copies of issues are sent at once. If this is a copy of a database that went on, they may have been sent from there since.`}
          go={`Send ${total.toLocaleString('en')}`}
          onGo={() => void notice(() => change('outbox.resume', { confirm: total }), { text: 'Sending again.' })}
        />
      ) : (
        <button
          type="button"
          className="quiet"
          onClick={() =>
            void notice(() => change('outbox.pause', {}), {
              text: 'Sending is paused.',
              undo: () => change('outbox.resume', { confirm: total }),
            })
          }
        >
          Pause sending
        </button>
      )}
      {which && emails.length > 0 && (
        <>
          <RetryButton key={view} label="Send all now" which={which} />
          <Confirm
            label="Delete all"
            asks={`${many} unsent emails will be deleted and never sent. Their leads and subscribers stay.`}
            go="Delete them"
            onGo={() => void notice(() => change('outbox.delete', which), { text: 'Deleted. They won’t be sent.' })}
          />
        </>
      )}
    </div>
  )
}
