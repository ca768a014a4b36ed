import { type ResultOf, readTable, useRead } from '../client.ts'
import { Plot } from '../plot/Plot.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Search, Split, useFilters } from '../shell/Split.tsx'
import { SaveTable } from '../shell/save-file.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { moment } from '../times.ts'
import { ImportForm } from './ImportForm.tsx'
import { SubscriberView } from './SubscriberView.tsx'

const states = [
  { name: 'all', label: 'All' },
  { name: 'confirmed', label: 'Confirmed' },
  { name: 'pending', label: 'Pending' },
  { name: 'suspicious', label: 'Suspicious' },
  { name: 'unsubscribed', label: 'Left' },
  { name: 'bounced', label: 'Bounced' },
  { name: 'complained', label: 'Complained' },
] as const

/** Subscribers, growth, and the selected one beside the list. */
export function Subscribers() {
  const filters = useFilters(states, 'all', 'state')
  const { view: state, search, query } = filters
  const selected = query.get('email') ?? undefined
  const addressOf = (email?: string) =>
    `/subscribers?${new URLSearchParams({ state, search, ...(email !== undefined && { email }) })}`
  const list = useRead('subscribers.list', { state, search, limit: 10_000 })
  return (
    <Split
      title="Subscribers"
      filters={
        <>
          <Search filters={filters} placeholder="Part of an address" />
          {filters.tabs}
          <SaveTable
            label="Export CSV"
            name="subscribers.csv"
            read={() => readTable('subscribers.export', { state, search })}
          />
        </>
      }
      selected={selected}
      label="Subscriber"
      detail={(email) => <SubscriberView email={email} back={addressOf()} />}
      back={addressOf()}
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
              href: addressOf(email),
              title: email,
              aside: state,
              text: `since ${moment(since)}${from && `, from ${from}`}`,
              isDone: state !== 'confirmed',
              isProblem: state === 'bounced' || state === 'complained',
            }))}
            selected={selected}
            isCut={isCut}
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
    />
  )
}
