import { useSearchParams } from 'wouter'
import { type ResultOf, useRead } from '../client.ts'
import { Split } from '../shell/Split.tsx'
import { Tabs } from '../shell/Tabs.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { age } from '../times.ts'
import { LeadView } from './LeadView.tsx'

const views = [
  { name: 'new', label: 'Unanswered' },
  { name: 'answered', label: 'Answered' },
  { name: 'suspicious', label: 'Suspicious' },
  { name: 'spam', label: 'Spam' },
  { name: 'all', label: 'All' },
] as const

const kinds = [
  { name: 'contact', label: 'Contact form' },
  { name: 'consultation', label: 'Consultations' },
  { name: 'call', label: 'Calls' },
  { name: 'talk', label: 'With a chat' },
] as const

/** The list with the selected lead beside it; one at a time on a narrow screen. */
export function Leads({ reference }: { reference: string | undefined }) {
  const [query, setQuery] = useSearchParams()
  const view = views.find(({ name }) => name === query.get('view'))?.name ?? 'new'
  const search = query.get('search') ?? ''
  const kind = kinds.find(({ name }) => name === query.get('kind'))?.name
  const show = (changed: { view?: string; search?: string; kind?: string }, how?: { replace: boolean }) =>
    setQuery({ view, search, ...(kind && { kind }), ...changed }, how)
  const rest = query.size === 0 ? '' : `?${query}`
  const { data, error } = useRead('leads.list', { status: view, kind, search, limit: 10_000 })
  return (
    <Split
      title="Leads"
      filters={
        <>
          <input
            type="search"
            aria-label="Search"
            placeholder="Search"
            aria-keyshortcuts="/"
            maxLength={200}
            value={search}
            onChange={({ target }) => show({ search: target.value }, { replace: true })}
          />
          <Tabs views={views} chosen={view} onChoose={(name) => show({ view: name })} />
          <select aria-label="Kind" value={kind ?? ''} onChange={({ target }) => show({ kind: target.value })}>
            <option value="">All kinds</option>
            {kinds.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </>
      }
      beside={
        reference === undefined ? undefined : <LeadView key={reference} reference={reference} back={`/leads${rest}`} />
      }
    >
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <LeadList leads={data.leads} isCut={data.isCut} chosen={reference} query={rest} />
      )}
    </Split>
  )
}

type LeadRows = ResultOf<'leads.list'>['leads']

type LeadListProps = { leads: LeadRows; isCut: boolean; chosen: string | undefined; query: string }

function LeadList({ leads, isCut, chosen, query }: LeadListProps) {
  const now = Date.now()
  const items = leads.map((lead) => ({
    key: lead.reference,
    href: `/leads/${lead.reference}${query}`,
    title: lead.name || lead.email,
    aside: [...signsOf(lead), age(lead.created_at, now)].join(' · '),
    text: lead.text,
    isDone: lead.answered_at !== null,
  }))
  return <VirtualList items={items} chosen={chosen} isCut={isCut} none="No leads match." />
}

function signsOf({ kind, status, abandoned, answered_at }: LeadRows[number]): string[] {
  return [
    kind === 'contact' ? [] : kind,
    status === 'ok' ? [] : status,
    abandoned === 1 ? 'abandoned' : [],
    answered_at === null ? [] : 'answered',
  ].flat()
}
