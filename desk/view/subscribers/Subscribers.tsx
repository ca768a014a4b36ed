import { type ResultOf, readCsv, useRead } from '../client.ts'
import { Plot } from '../plot/Plot.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { SearchField, Split, useFilters } from '../shell/Split.tsx'
import { SaveCsvButton } from '../shell/save-file.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { formatTime } from '../times.ts'
import { ImportForm } from './ImportForm.tsx'
import { SubscriberView } from './SubscriberView.tsx'

const states = {
  all: 'All',
  confirmed: 'Confirmed',
  pending: 'Pending',
  suspicious: 'Suspicious',
  unsubscribed: 'Left',
  bounced: 'Bounced',
  complained: 'Complained',
} as const

export function Subscribers() {
  const filters = useFilters(states, 'all', 'state')
  const { view: state, search, query } = filters
  const selected = query.get('email') ?? undefined
  const hrefOf = (email?: string) =>
    `/subscribers?${new URLSearchParams({ state, search, ...(email !== undefined && { email }) })}`
  const list = useRead('subscribers.list', { state, search, limit: 10_000 })
  return (
    <Split
      title="Subscribers"
      filters={
        <>
          <SearchField filters={filters} placeholder="Part of an address" />
          {filters.tabs}
          <SaveCsvButton
            label="Export CSV"
            name="subscribers.csv"
            read={() => readCsv('subscribers.export', { state, search })}
          />
        </>
      }
      selected={selected}
      label="Subscriber"
      renderDetail={(email) => <SubscriberView email={email} back={hrefOf()} />}
      listHref={hrefOf()}
      overview={
        <>
          {list.data && <Growth data={list.data} />}
          <GrowthPlot />
          <ImportForm />
        </>
      }
    >
      <Loaded {...list}>
        {({ subscribers, isCut }) => (
          <VirtualList
            items={subscribers.map(({ email, state, since, from }) => ({
              key: email,
              href: hrefOf(email),
              title: email,
              aside: state,
              text: `since ${formatTime(since)}${from && `, from ${from}`}`,
              isDone: state !== 'confirmed',
              isProblem: state === 'bounced' || state === 'complained',
            }))}
            selected={selected}
            isTruncated={isCut}
            emptyText="No subscribers match."
          />
        )}
      </Loaded>
    </Split>
  )
}

function Growth({ data: { states, changes } }: { data: ResultOf<'subscribers.list'> }) {
  const [week, month] = changes
  return (
    <p className="second">
      {`${(states.confirmed ?? 0).toLocaleString('en')} confirmed · 7 days +${week?.gained ?? 0} −${week?.lost ?? 0} · 30 days +${month?.gained ?? 0} −${month?.lost ?? 0}`}
    </p>
  )
}

/** Read once, since 100,000 subscribers take a while. */
function GrowthPlot() {
  const { data = [] } = useRead('subscribers.growth', {}, { once: true })
  if (data.length < 2) return null
  return (
    <Plot
      title="Confirmed subscribers"
      days={data.map(({ day }) => day)}
      series={[{ label: 'Subscribers', values: data.map(({ subscribers }) => subscribers) }]}
      markedDays={[]}
    />
  )
}
