import { useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { useClock } from '../shell/clock.ts'
import { SearchField, useFilters } from '../shell/filters.tsx'
import type { ViewProps } from '../shell/Shell.tsx'
import { Split } from '../shell/Split.tsx'
import { SiteLink } from '../shell/studio.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PersonView } from './PersonView.tsx'
import { callText } from './person.ts'

const maxListed = 500

export function People({ id }: ViewProps) {
  const filters = useFilters({ all: 'All' }, 'all')
  const clock = useClock()
  const { search, queryString } = filters
  const list = useRead('people.list', { search, limit: maxListed }, { keepsPrevious: true })
  const items = list.data?.people.map(({ email, name, at, callAt }) => ({
    key: email,
    href: hrefs.person(email) + queryString,
    title: name || email,
    aside: callAt === null ? clock.ageOrDate(at) : callText(callAt, clock),
    text: name && email,
  }))
  const empty = search ? (
    'No people match.'
  ) : (
    <>
      {'Everyone who writes, chats, or books a call shows up here. '}
      <SiteLink path="/contact">Write to yourself as a test</SiteLink>
    </>
  )
  const footer = list.data?.isCut
    ? `The latest ${maxListed}. Search to find others.`
    : 'Soonest call first, then latest activity'
  return (
    <Split
      title="People"
      filters={<SearchField filters={filters} placeholder="Name, email, company, or message" />}
      items={items}
      selected={id && emailOf(id)}
      listHref={`/people${queryString}`}
      placeholder={<Loaded {...list}>{() => <p className="empty">{empty}</p>}</Loaded>}
      footer={items?.length ? footer : undefined}
      renderDetail={(email) => <PersonView key={email} email={email} />}
    />
  )
}

/** Decodes the characters the router leaves encoded, such as / and ?. */
function emailOf(id: string): string {
  return id.replaceAll(/%(?:2[346BCF]|3[ABDF]|40)/gi, decodeURIComponent)
}
