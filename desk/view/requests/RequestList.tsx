import type { ReadOf } from '../client.ts'
import { VirtualList } from '../shell/VirtualList.tsx'
import { age } from '../times.ts'

type Leads = ReadOf<'requests'>['leads']

type RequestListProps = { leads: Leads; isCut: boolean; chosen: string | undefined; query: string }

export function RequestList({ leads, isCut, chosen, query }: RequestListProps) {
  const now = Date.now()
  const items = leads.map((lead) => ({
    key: lead.reference,
    href: `/requests/${lead.reference}${query}`,
    title: lead.name || lead.email,
    aside: [...signsOf(lead), age(lead.created_at, now)].join(' · '),
    text: lead.text,
    isDone: lead.answered_at !== null,
  }))
  return <VirtualList items={items} chosen={chosen} isCut={isCut} none="No such request." />
}

function signsOf({ kind, status, abandoned, answered_at }: Leads[number]): string[] {
  return [
    kind === 'contact' ? [] : kind,
    status === 'ok' ? [] : status,
    abandoned === 1 ? 'not sent' : [],
    answered_at === null ? [] : 'answered',
  ].flat()
}
