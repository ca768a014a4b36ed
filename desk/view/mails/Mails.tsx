import { useSearchParams } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useActions } from '../shell/notice.tsx'
import { Split } from '../shell/Split.tsx'
import { Tabs } from '../shell/Tabs.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { age, moment } from '../times.ts'
import { MailView } from './MailView.tsx'
import { RetryButton } from './RetryButton.tsx'

const views = [
  { name: 'waiting', label: 'Waiting' },
  { name: 'failed', label: 'Failed' },
  { name: 'sent', label: 'Sent' },
  { name: 'all', label: 'All' },
] as const

/** What the program sends, by what has become of it, and one mail beside the list. */
export function Mails({ id }: { id: string | undefined }) {
  const [query, setQuery] = useSearchParams()
  const view = views.find(({ name }) => name === query.get('view'))?.name ?? 'all'
  const { data, error } = useRead('outbox.list', { state: view, limit: 1_000 })
  return (
    <Split
      title="Mails"
      filters={<Tabs views={views} chosen={view} onChoose={(name) => setQuery({ view: name })} />}
      beside={id === undefined ? undefined : <MailView key={id} id={id} back={`/mails?view=${view}`} />}
    >
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <>
          <MailsInAll data={data} view={view} />
          <VirtualList
            items={data.mails.map((mail) => toItem(mail, view))}
            chosen={id}
            isCut={data.isCut}
            none="No such mail."
          />
        </>
      )}
    </Split>
  )
}

function toItem(mail: ResultOf<'outbox.list'>['mails'][number], view: string) {
  return {
    key: mail.id,
    href: `/mails/${mail.id}?view=${view}`,
    title: mail.to_address,
    aside: `${mail.state === 'queued' ? 'waiting' : mail.state} · ${age(mail.created_at, Date.now())}`,
    text: mail.subject,
    isDone: mail.state === 'sent',
    isProblem: mail.state === 'failed',
  }
}

type MailsInAllProps = { data: ResultOf<'outbox.list'>; view: 'waiting' | 'failed' | 'sent' | 'all' }

/** What is done with all mails of a kind at once, and whether any go out at all. */
function MailsInAll({ data: { paused, held, mails, isCut }, view }: MailsInAllProps) {
  const { change, notice } = useActions()
  const total = held.mails + held.letters
  const which = view === 'waiting' ? { waiting: true } : view === 'failed' ? { failed: true } : undefined
  const many = `${mails.length.toLocaleString('en')}${isCut ? ' and more' : ''}`
  return (
    <div className="actions">
      {paused && (
        <p className="problem">{`No mail goes out since ${moment(paused.since)}: ${paused.because}. ${total.toLocaleString('en')} wait.`}</p>
      )}
      {paused ? (
        <Confirm
          label="Let mails go out again"
          asks={`${held.mails.toLocaleString('en')} mails and ${held.letters.toLocaleString('en')} copies of issues go out at once. If this is a copy of a database that went on, they may have been sent from there since.`}
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
      {which && mails.length > 0 && (
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
