import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { ReadOf } from '../client.ts'
import { age } from '../times.ts'

type Leads = ReadOf<'requests'>['leads']

type RequestListProps = { leads: Leads; isCut: boolean; chosen: string | undefined; query: string }

const rowHeight = 76
const beyond = 12

/** As many rows as the window shows, however long the list is. */
export function RequestList({ leads, isCut, chosen, query }: RequestListProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: leads.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
    getItemKey: (index) => leads[index]?.reference ?? index,
  })
  const at = leads.findIndex(({ reference }) => reference === chosen)
  useEffect(() => {
    if (at !== -1) rows.scrollToIndex(at)
  }, [at, rows])
  if (leads.length === 0) return <p className="second">No such request.</p>
  return (
    <>
      <p className="second">{`${leads.length.toLocaleString('en')}${isCut ? ', the newest' : ''}`}</p>
      <div ref={box} className="rows">
        <ul style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const lead = leads[index]
            return (
              lead && (
                <li key={key} style={{ transform: `translateY(${start}px)`, height: rowHeight }}>
                  <Row lead={lead} isChosen={lead.reference === chosen} query={query} />
                </li>
              )
            )
          })}
        </ul>
      </div>
    </>
  )
}

function Row({ lead, isChosen, query }: { lead: Leads[number]; isChosen: boolean; query: string }) {
  const signs = [
    lead.kind === 'contact' ? [] : lead.kind,
    lead.status === 'ok' ? [] : lead.status,
    lead.abandoned === 1 ? 'not sent' : [],
    lead.answered_at === null ? [] : 'answered',
  ].flat()
  return (
    <Link
      href={`/requests/${lead.reference}${query}`}
      data-row=""
      aria-current={isChosen || undefined}
      className={lead.answered_at === null ? 'row' : 'row row-done'}
    >
      <b>{lead.name || lead.email}</b>
      <span className="second">{[...signs, age(lead.created_at, Date.now())].join(' · ')}</span>
      <span className="row-text">{lead.text}</span>
    </Link>
  )
}
