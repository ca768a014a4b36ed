import { useState } from 'react'
import { Link } from 'wouter'
import { useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useClock } from '../shell/clock.ts'
import { Filters, SearchField, useFilters } from '../shell/filters.tsx'
import type { ViewProps } from '../shell/Shell.tsx'
import { Split } from '../shell/Split.tsx'
import type { Clock } from '../times.ts'
import { Chip } from '../ui/Chip.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { LeadDetail } from './LeadDetail.tsx'
import { type LeadRow, rowText, sourceText, urgencyOf } from './lead-text.ts'

const filterNames = { new: 'To reply', answered: 'Answered', suspicious: 'Suspicious', spam: 'Spam' } as const

const emptyTexts = {
  new: 'Nothing to reply to. Leads arrive here from your contact form and the chat.',
  answered: 'Leads you’ve answered will be here.',
  suspicious: 'Leads that might be spam will be here, for you to decide.',
  spam: 'Leads you mark as spam will be here.',
}

export function Inbox({ id: reference }: ViewProps) {
  const filters = useFilters(filterNames, 'new')
  const { view, search, queryString } = filters
  const [showsSearch, setShowsSearch] = useState(search !== '')
  const openSearch = async () => setShowsSearch(true)
  const clock = useClock()
  const read = useRead('leads.list', { status: view, search, limit: 10_000 }, { keepsPrevious: true })
  const counts = read.data?.counts
  return (
    <Split
      title="Inbox"
      actions={
        showsSearch || <ActionButton label="Search the inbox" icon="search" isIconOnly shortcut="/" run={openSearch} />
      }
      filters={
        <>
          {showsSearch && <SearchField filters={filters} placeholder="Search the inbox" isFocused={search === ''} />}
          <Filters label="Filter" names={filterNames} current={view} counts={counts ?? {}} />
        </>
      }
      items={read.data?.leads.map((lead) => toItem(lead, queryString, clock))}
      selected={reference}
      listHref={`/inbox${queryString}`}
      placeholder={
        <Loaded {...read}>
          {() => <p className="empty">{search === '' ? emptyTexts[view] : 'No leads match.'}</p>}
        </Loaded>
      }
      footer={
        view === 'new' && (
          <>
            Oldest first. For booked calls, see the <Link href="/calendar">Calendar</Link>
          </>
        )
      }
      renderDetail={(selected) => <LeadDetail key={selected} reference={selected} />}
    />
  )
}

function toItem(lead: LeadRow, queryString: string, clock: Clock) {
  const { text, isLate, isUrgent } = urgencyOf(lead, clock)
  return {
    key: lead.reference,
    href: `${hrefs.lead(lead.reference)}${queryString}`,
    title: lead.name || lead.email,
    aside: clock.ageOrDate(lead.created_at),
    text: rowText(lead.text),
    chips: (
      <>
        {isUrgent && <Chip isLate={isLate}>{text}</Chip>}
        <Chip>{sourceText(lead)}</Chip>
      </>
    ),
  }
}
