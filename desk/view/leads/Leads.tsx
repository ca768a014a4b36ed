import { type ResultOf, useRead } from '../client.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { keysOf, SearchField, Split, useFilters } from '../shell/Split.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { formatAge } from '../times.ts'
import { LeadView } from './LeadView.tsx'

const views = { new: 'Unanswered', answered: 'Answered', suspicious: 'Suspicious', spam: 'Spam', all: 'All' } as const
const kinds = { contact: 'Contact form', consultation: 'Consultations', call: 'Calls', chat: 'With a chat' } as const

export function Leads({ id: reference }: { id: string | undefined }) {
  const filters = useFilters(views, 'new')
  const { view, search, setFilters, queryString } = filters
  const kind = keysOf(kinds).find((name) => name === filters.query.get('kind'))
  return (
    <Split
      title="Leads"
      filters={
        <>
          <SearchField filters={filters} />
          {filters.tabs}
          <select aria-label="Kind" value={kind ?? ''} onChange={({ target }) => setFilters({ kind: target.value })}>
            <option value="">All kinds</option>
            {keysOf(kinds).map((name) => (
              <option key={name} value={name}>
                {kinds[name]}
              </option>
            ))}
          </select>
        </>
      }
      selected={reference}
      label="Lead"
      renderDetail={(selected) => <LeadView reference={selected} />}
      listHref={`/leads${queryString}`}
    >
      <Loaded {...useRead('leads.list', { status: view, kind, search, limit: 10_000 })}>
        {({ leads, isCut }) => (
          <VirtualList
            items={leads.map((lead) => toItem(lead, queryString))}
            selected={reference}
            isCut={isCut}
            emptyText={
              view === 'all' && kind === undefined && search === ''
                ? 'No leads yet. They arrive from your contact form, the chat, and booked calls.'
                : 'No leads match.'
            }
          />
        )}
      </Loaded>
    </Split>
  )
}

type LeadRow = ResultOf<'leads.list'>['leads'][number]

function toItem(lead: LeadRow, queryString: string) {
  return {
    key: lead.reference,
    href: `/leads/${lead.reference}${queryString}`,
    title: lead.name || lead.email,
    aside: [...tagsOf(lead), formatAge(lead.created_at, Date.now())].join(' · '),
    text: lead.text,
    isDone: lead.answered_at !== null,
  }
}

function tagsOf({ kind, status, abandoned, answered_at }: LeadRow): string[] {
  return [
    kind === 'contact' ? [] : kind,
    status === 'ok' ? [] : status,
    abandoned === 1 ? 'abandoned' : [],
    answered_at === null ? [] : 'answered',
  ].flat()
}
