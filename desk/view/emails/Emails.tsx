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

/** What the program sends, by what has become of it, and one mail beside the list. */
export function Emails({ id }: { id: string | undefined }) {
  const [query, setQuery] = useSearchParams()
  const view = views.find(({ name }) => name === query.get('view'))?.name ?? 'all'
  const { data, error } = useRead('outbox.list', { state: view, limit: 1_000 })
  return (
    <Split
      title="Mails"
      filters={<Tabs views={views} chosen={view} onChoose={(name) => setQuery({ view: name })} />}
      beside={id === undefined ? undefined : <EmailView key={id} id={id} back={`/mails?view=${view}`} />}
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
            none="No such mail."
          />
        </>
      )}
    </Split>
  )
}

function toItem(email: ResultOf<'outbox.list'>['emails'][number], view: string) {
  return {
    key: email.id,
    href: `/mails/${email.id}?view=${view}`,
    title: email.to_address,
    aside: `${email.state === 'queued' ? 'waiting' : email.state} · ${age(email.created_at, Date.now())}`,
    text: email.subject,
    isDone: email.state === 'sent',
    isProblem: email.state === 'failed',
  }
}

type EmailSummaryProps = { data: ResultOf<'outbox.list'>; view: 'waiting' | 'failed' | 'sent' | 'all' }

/** What is done with all mails of a kind at once, and whether any go out at all. */
function EmailSummary({ data: { paused, pending, emails, isCut }, view }: EmailSummaryProps) {
  const { change, notice } = useActions()
  const total = pending.emails + pending.issueEmails
  const which = view === 'waiting' ? { waiting: true } : view === 'failed' ? { failed: true } : undefined
  const many = `${emails.length.toLocaleString('en')}${isCut ? ' and more' : ''}`
  return (
    <div className="actions">
      {paused && (
        <p className="problem">{`No mail goes out since ${moment(paused.since)}: ${paused.because}. ${total.toLocaleString('en')} wait.`}</p>
      )}
      {paused ? (
        <Confirm
          label="Let mails go out again"
          asks={`${pending.emails.toLocaleString('en')} mails and ${pending.issueEmails.toLocaleString('en')} copies of issues go out at once. If this is a copy of a database that went on, they may have been sent from there since.`}
          go={`Send ${total.toLocaleString('en')}`}
          onGo={() => void notice(() => change('outbox.resume', { confirm: total }), { text: 'Mails go out again.' })}
        />
      ) : (
        <button
          type="button"
          className="quiet"
          onClick={() =>
            void notice(() => change('outbox.pause', {}), {
              text: 'No mail goes out.',
              undo: () => change('outbox.resume', { confirm: total }),
            })
          }
        >
          Send none for now
        </button>
      )}
      {which && emails.length > 0 && (
        <>
          <RetryButton key={view} label="Send all now" which={which} />
          <Confirm
            label="Delete all"
            asks={`${many} that have not gone out will be deleted, and never go out. What they are about stays.`}
            go="Delete them"
            onGo={() =>
              void notice(() => change('outbox.delete', which), { text: 'They are deleted, and never go out.' })
            }
          />
        </>
      )}
    </div>
  )
}
