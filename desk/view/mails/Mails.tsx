import { useSearchParams } from 'wouter'
import { type ReadOf, useRead } from '../client.ts'
import { Split } from '../shell/Split.tsx'
import { Tabs } from '../shell/Tabs.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { age } from '../times.ts'
import { MailsInAll } from './MailsInAll.tsx'
import { MailView } from './MailView.tsx'

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
  const { data, error } = useRead('mails', { view })
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

function toItem(mail: ReadOf<'mails'>['mails'][number], view: string) {
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
