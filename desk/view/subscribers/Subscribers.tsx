import { useState } from 'react'
import { Link } from 'wouter'
import { type ResultOf, readCsv, useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { FinalButton } from '../shell/ActionButton.tsx'
import { Filters, SearchField, useFilters } from '../shell/filters.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Page } from '../shell/Page.tsx'
import { SaveCsvButton } from '../shell/save-file.tsx'
import { useClock } from '../shell/studio.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { SubscribersAside } from './SubscribersAside.tsx'

const stateNames = {
  confirmed: 'Active',
  pending: 'Unconfirmed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  suspicious: 'Suspicious',
} as const

const firstRows = 14
const moreRows = 2_500
const maxRows = 10_000

export function Subscribers() {
  const filters = useFilters(stateNames, 'confirmed')
  const { view: state, search } = filters
  const [limit, setLimit] = useState(firstRows)
  const list = useRead('subscribers.list', { state, search, limit }, { keepsPrevious: true })
  const counts = list.data?.states
  return (
    <Page
      title="Subscribers"
      about={list.data && aboutText(list.data)}
      actions={
        <>
          <Link className="button phone" href="/issues">
            Issues
          </Link>
          <ImportDialog isOpen={filters.query.get('form') === 'import'} />
          <SaveCsvButton
            label="Export CSV"
            icon="down"
            name="subscribers.csv"
            read={() => readCsv('subscribers.export', { state: 'all', search })}
          />
        </>
      }
    >
      <div className="columns">
        <section>
          <div className="bar">
            <Filters label="Filter" names={stateNames} current={state} counts={counts ?? {}} />
            <SearchField filters={filters} placeholder="Search by email" />
          </div>
          <Loaded {...list}>
            {({ subscribers, isCut }) => (
              <>
                {subscribers.length > 0 ? (
                  <SubscriberTable subscribers={subscribers} />
                ) : (
                  <p className="empty">{emptyText(search === '' && Object.keys(counts ?? {}).length === 0)}</p>
                )}
                {isCut && limit < maxRows && (
                  <p className="more">
                    <button
                      type="button"
                      className="button plain"
                      onClick={() => setLimit(Math.min(maxRows, limit + moreRows))}
                    >
                      {moreText(search === '' ? (counts?.[state] ?? 0) - subscribers.length : moreRows)}
                    </button>
                  </p>
                )}
              </>
            )}
          </Loaded>
        </section>
        {list.data && <SubscribersAside suspicious={counts?.suspicious ?? 0} />}
      </div>
    </Page>
  )
}

type List = ResultOf<'subscribers.list'>

function aboutText({ states, changes: [, month] }: List): string {
  const active = `${(states.confirmed ?? 0).toLocaleString('en')} active.`
  const [joined, left] = [month?.gained ?? 0, month?.lost ?? 0].map((count) => count.toLocaleString('en'))
  return `${active} In the last 30 days, ${joined} joined and ${left} left.`
}

function moreText(remaining: number): string {
  return `Show ${Math.min(moreRows, remaining).toLocaleString('en')} more`
}

function emptyText(isFirst: boolean): string {
  return isFirst
    ? 'Subscribers show up here once they confirm. Import a list to start with yours.'
    : 'No subscribers match.'
}

function SubscriberTable({ subscribers }: Pick<List, 'subscribers'>) {
  const clock = useClock()
  return (
    <table className="card">
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col" className="extra">
            Signed up on
          </th>
          <th scope="col" className="n">
            Since
          </th>
        </tr>
      </thead>
      <tbody>
        {subscribers.map(({ email, state, from, since }) => (
          <tr key={email}>
            <td>
              <Link href={hrefs.person(email)} dir="auto">
                {email}
              </Link>
            </td>
            <td className="second extra source" dir="auto">
              {from}
            </td>
            <td className="n second">{state === 'suspicious' ? <Verdicts email={email} /> : clock.date(since)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Verdicts({ email }: { email: string }) {
  return (
    <div className="actions">
      <FinalButton label="Not spam…" change="subscribers.approve" input={{ email }} />
      <FinalButton label="Remove…" change="subscribers.remove" input={{ addresses: [email] }} />
    </div>
  )
}
