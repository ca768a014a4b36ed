import { Bar } from './Ways.tsx'
import { count, type ReportData, rated } from './words.ts'

const mostShown = 12
const metrics = ['lcp', 'inp', 'cls'] as const

export function Asked({ data: { asked } }: { data: ReportData }) {
  if (asked.length === 0) return null
  return (
    <section>
      <h2>What the agent is asked</h2>
      <table className="numbers">
        <tbody>
          {asked.slice(0, mostShown).map(({ answer, visitors }) => (
            <tr key={answer}>
              <th scope="row">
                {answer}
                <Bar part={visitors} whole={asked[0]?.visitors ?? 0} />
              </th>
              <td>{count(visitors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function Speeds({ data: { speed } }: { data: ReportData }) {
  if (speed.length === 0) return null
  return (
    <section>
      <h2>How fast it is for them</h2>
      <p className="second">Three of four views are at least as fast; what should be faster is marked.</p>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">Shown</th>
            <th scope="col">Answers a press</th>
            <th scope="col">Moves</th>
          </tr>
        </thead>
        <tbody>
          {speed.slice(0, mostShown).map((each) => (
            <tr key={`${each.page} ${each.device}`}>
              <th scope="row">{`${each.page}, ${each.device}`}</th>
              {metrics.map((metric) => {
                const { text, isGood } = rated(metric, each[metric])
                return (
                  <td key={metric} className={isGood ? '' : 'problem'}>
                    {isGood ? text : `${text} !`}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
