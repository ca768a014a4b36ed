import { count, percent, type ReportData, took } from './words.ts'

/** How far visitors go, and where they give up. */
export function Ways({ data: { ways, names } }: { data: ReportData }) {
  return (
    <section>
      <h2>The way to a client</h2>
      <div className="ways">
        {ways.map((way) => (
          <WayTable key={way.name} way={way} names={names} />
        ))}
      </div>
    </section>
  )
}

type Names = ReportData['names']
type WayProps = { way: ReportData['ways'][number]; names: Names }

function WayTable({ way: { name, steps, tookMinutes, bySource, byEntry }, names }: WayProps) {
  const whole = steps[0]?.visitors ?? 0
  return (
    <div className="way">
      <h3>{names.ways[name]}</h3>
      <table className="numbers">
        <tbody>
          {steps.map(({ step, visitors, share }) => (
            <tr key={step}>
              <th scope="row">
                {names.steps[step]}
                <Bar part={visitors} whole={whole} />
              </th>
              <td>{count(visitors)}</td>
              <td>{percent(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="second">{took(tookMinutes)}</p>
      <OriginTable title="By source" steps={steps} origins={bySource} names={names} />
      <OriginTable title="By first page" steps={steps} origins={byEntry} names={names} />
    </div>
  )
}

type OriginProps = {
  title: string
  steps: ReportData['ways'][number]['steps']
  origins: ReportData['ways'][number]['bySource']
  names: Names
}

function OriginTable({ title, steps, origins, names }: OriginProps) {
  if (origins.length === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <div className="plot-table">
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {steps.map(({ step }) => (
                <th key={step} scope="col">
                  {names.steps[step]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {origins.map(({ name, visitors }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {steps.map(({ step }, i) => (
                  <td key={step}>{count(visitors[i] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** The number stands beside it. */
export function Bar({ part, whole }: { part: number; whole: number }) {
  const width = `${whole === 0 ? 0 : (part / whole) * 100}%`
  return <span className="share" style={{ width }} aria-hidden="true" />
}
