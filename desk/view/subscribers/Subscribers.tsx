import { useSearchParams } from 'wouter'
import { type ResultOf, readTable, useRead } from '../client.ts'
import { Plot } from '../plot/Plot.tsx'
import { Split } from '../shell/Split.tsx'
import { SaveTable } from '../shell/save-file.tsx'
import { Tabs } from '../shell/Tabs.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { moment } from '../times.ts'
import { ImportForm } from './ImportForm.tsx'
import { SubscriberActions } from './SubscriberActions.tsx'

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
  const [query, setQuery] = useSearchParams()
  const state = states.find(({ name }) => name === query.get('state'))?.name ?? 'all'
  const search = query.get('search') ?? ''
  const chosen = query.get('email') ?? undefined
  const { data, error } = useRead('subscribers.list', { state, search, limit: 10_000 })
  return (
    <Split
      title="Subscribers"
      filters={
        <>
          <input
            type="search"
            aria-label="Search"
            placeholder="Part of an address"
            aria-keyshortcuts="/"
            maxLength={254}
            value={search}
            onChange={({ target }) => setQuery({ state, search: target.value }, { replace: true })}
          />
          <Tabs views={states} chosen={state} onChoose={(name) => setQuery({ state: name, search })} />
          <SaveTable
            label="Export CSV"
            name="subscribers.csv"
            read={() => readTable('subscribers.export', { state, search })}
          />
        </>
      }
      beside={
        chosen === undefined ? undefined : (
          <SubscriberActions
            key={chosen}
            email={chosen}
            back={`/subscribers?${new URLSearchParams({ state, search })}`}
          />
        )
      }
      overview={
        <>
          {data && <Growth data={data} />}
          <GrowthPlot />
          <ImportForm />
        </>
      }
    >
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <VirtualList
          items={data.subscribers.map((subscriber) => ({
            key: subscriber.email,
            href: `/subscribers?${new URLSearchParams({ state, search, email: subscriber.email })}`,
            title: subscriber.email,
            aside: subscriber.state,
            text: `since ${moment(subscriber.since)}${subscriber.from && `, from ${subscriber.from}`}`,
            isDone: subscriber.state !== 'confirmed',
            isProblem: subscriber.state === 'bounced' || subscriber.state === 'complained',
          }))}
          chosen={chosen}
          isCut={data.isCut}
          none="No subscribers match."
        />
      )}
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
