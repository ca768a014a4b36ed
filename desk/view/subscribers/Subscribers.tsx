import { Link, useLocation } from 'wouter'
import { type ResultOf, readCsv, useRead } from '../client.ts'
import { DataList } from '../data/DataList.tsx'
import { formatValue } from '../data/format-value.ts'
import { Plot } from '../plot/Plot.tsx'
import { FinalButton } from '../shell/ActionButton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { SearchField, Split, useFilters } from '../shell/Split.tsx'
import { SaveCsvButton } from '../shell/save-file.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'
import { formatTime } from '../times.ts'
import { ImportForm } from './ImportForm.tsx'
import { suppressionReasons } from './suppression-reasons.ts'

const states = {
  all: 'All',
  confirmed: 'Confirmed',
  pending: 'Pending',
  suspicious: 'Suspicious',
  unsubscribed: 'Unsubscribed',
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
            items={subscribers.map(({ email, state: itsState, since, from }) => ({
              key: email,
              href: hrefOf(email),
              title: email,
              aside: itsState,
              text: `since ${formatTime(since)}${from && `, from ${from}`}`,
              isDone: itsState !== 'confirmed',
              isProblem: itsState === 'bounced' || itsState === 'complained',
            }))}
            selected={selected}
            isCut={isCut}
            emptyText={
              state === 'all' && search === ''
                ? 'No subscribers yet. People sign up on your site, or you can import them.'
                : 'No subscribers match.'
            }
          />
        )}
      </Loaded>
    </Split>
  )
}

function Growth({ data: { states, changes } }: { data: ResultOf<'subscribers.list'> }) {
  const [week, month] = changes
  const confirmed = `${(states.confirmed ?? 0).toLocaleString('en')} confirmed`
  return <p className="second">{[confirmed, growthText('7 days', week), growthText('30 days', month)].join(' · ')}</p>
}

function growthText(period: string, change: { gained: number; lost: number } | undefined): string {
  return `${period} +${change?.gained ?? 0} −${change?.lost ?? 0}`
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

function SubscriberView({ email, back }: { email: string; back: string }) {
  const subscriber = useRead('subscribers.show', { email })
  const [, navigate] = useLocation()
  return (
    <>
      <h1>{email}</h1>
      <div className="actions">
        <Link className="quiet" href={`/person?email=${encodeURIComponent(email)}`}>
          Show person
        </Link>
        {subscriber.data?.subscription && (
          <FinalButton
            label="Unsubscribe"
            confirmLabel="Yes, unsubscribe"
            change="subscribers.remove"
            input={{ addresses: [email] }}
            onDone={() => navigate(back)}
          />
        )}
      </div>
      <Loaded {...subscriber}>{(data) => <History data={data} />}</Loaded>
    </>
  )
}

function History({ data: { subscription, issues, suppressed } }: { data: ResultOf<'subscribers.show'> }) {
  if (subscription === null) {
    return <p>{`Not on the list${suppressed ? `: ${suppressionReasons[suppressed.reason]}` : ''}.`}</p>
  }
  return (
    <>
      <DataList data={subscription} />
      <h2>Issues</h2>
      {issues.length === 0 && <p className="second">None yet.</p>}
      <ul>
        {issues.map(({ issue, state, sentAt, answer }) => (
          <li key={issue}>
            <Link href={`/issues/${issue}`}>{issue}</Link>
            {`, ${state}${sentAt ? ` ${formatValue(sentAt)}` : ''}${state === 'sent' || !answer ? '' : `: ${answer}`}`}
          </li>
        ))}
      </ul>
    </>
  )
}
