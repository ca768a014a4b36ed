import { memo, useState } from 'react'
import { Link } from 'wouter'
import { type ResultOf, readCsv, useRead } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { FinalButton } from '../shell/ActionButton.tsx'
import { useClock } from '../shell/clock.ts'
import { Filters, SearchField, useFilters } from '../shell/filters.tsx'
import { SaveCsvButton } from '../shell/save-file.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Page } from '../ui/Page.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { SubscribersAside } from './SubscribersAside.tsx'

const stateNames = {
  active: 'Active',
  unconfirmed: 'Unconfirmed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  suspicious: 'Suspicious',
} as const

const emptyText = 'Subscribers show up here once they confirm. If you already have a list, import it.'

const firstRows = 14
const moreRows = 500
const maxRows = 10_000

export function Subscribers() {
  const filters = useFilters(stateNames, 'active')
  const { view: state, search } = filters
  const [limit, setLimit] = useState(firstRows)
  const list = useRead('subscribers.list', { state, search, limit }, { keepsPrevious: true })
  const counts = list.data?.states ?? {}
  const showMore = () => setLimit(Math.min(maxRows, limit + moreRows))
  // The total number of search results is unknown, so assume there are more.
  const remaining = (shown: number) => (search === '' ? (counts[state] ?? 0) - shown : moreRows)
  const isEmpty = search === '' && Object.keys(counts).length === 0
  return (
    <Page
      title="Subscribers"
      about={list.data && aboutText(list.data)}
      actions={
        <>
          <Link className="button phone" href="/issues">
            Issues
          </Link>
          <ImportDialog />
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
            <Filters label="Filter" names={stateNames} current={state} counts={counts} />
            <SearchField filters={filters} placeholder="Search by email" />
          </div>
          <Loaded {...list}>
            {({ subscribers, isCut }) => (
              <>
                {subscribers.length > 0 ? (
                  <SubscriberTable subscribers={subscribers} />
                ) : (
                  <p className="empty">{isEmpty ? emptyText : 'No subscribers match.'}</p>
                )}
                {isCut && limit < maxRows && (
                  <p className="more">
                    <button type="button" className="button plain" onClick={showMore}>
                      {`Show ${Math.min(moreRows, remaining(subscribers.length))} more`}
                    </button>
                  </p>
                )}
              </>
            )}
          </Loaded>
        </section>
        {list.data && <SubscribersAside suspicious={counts.suspicious ?? 0} />}
      </div>
    </Page>
  )
}

type List = ResultOf<'subscribers.list'>

function aboutText({ changes: [, month] }: List): string {
  const { gained = 0, lost = 0 } = month ?? {}
  return `${gained.toLocaleString('en')} joined and ${lost.toLocaleString('en')} left in the last 30 days`
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
            {subscribers[0]?.state === 'active' ? 'Joined' : 'Since'}
          </th>
        </tr>
      </thead>
      <tbody>
        {subscribers.map(({ since, ...subscriber }) => (
          <Row key={subscriber.email} {...subscriber} since={clock.date(since)} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Omit<List['subscribers'][number], 'since'> & { since: string }

/** Memoized because there can be thousands of rows. */
const Row = memo(({ email, state, from, since }: RowProps) => (
  <tr>
    <td>
      <Link href={hrefs.person(email)} dir="auto">
        {email}
      </Link>
      <small className="phone" dir="auto">
        {from}
      </small>
    </td>
    <td className="second extra source" dir="auto">
      {from}
    </td>
    <td className="n second">
      {state === 'suspicious' ? (
        <div className="actions">
          <FinalButton label="Not spam…" change="subscribers.approve" input={{ email }} />
          <FinalButton label="Remove…" change="subscribers.remove" input={{ addresses: [email] }} />
        </div>
      ) : (
        since
      )}
    </td>
  </tr>
))
