import { Bar } from './Ways.tsx'
import { count, type ReportData } from './words.ts'

const mostShown = 12

export function Sources({ data: { sources, devices } }: { data: ReportData }) {
  const most = sources[0]?.visits ?? 0
  return (
    <section>
      <h2>Where they come from</h2>
      {sources.length === 0 && <p className="second">Nobody came.</p>}
      {sources.length > 0 && (
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col">Visits</th>
              <th scope="col">Requests</th>
            </tr>
          </thead>
          <tbody>
            {sources.slice(0, mostShown).map(({ source, visits, requests }) => (
              <tr key={source}>
                <th scope="row">
                  {source}
                  <Bar part={visits} whole={most} />
                </th>
                <td>{count(visits)}</td>
                <td>{count(requests)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="second">{devices.map(({ device, visits }) => `${device} ${count(visits)}`).join(', ')}</p>
    </section>
  )
}

export function Pages({ data: { pages } }: { data: ReportData }) {
  if (pages.length === 0) return null
  const most = pages[0]?.visitors ?? 0
  return (
    <section>
      <h2>What they see</h2>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">Visitors</th>
            <th scope="col">Began here</th>
            <th scope="col">Sent a request after</th>
          </tr>
        </thead>
        <tbody>
          {pages.slice(0, mostShown).map(({ page, visitors, entries, requests }) => (
            <tr key={page}>
              <th scope="row">
                {page}
                <Bar part={visitors} whole={most} />
              </th>
              <td>{count(visitors)}</td>
              <td>{count(entries)}</td>
              <td>{count(requests)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
