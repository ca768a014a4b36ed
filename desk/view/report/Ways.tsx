import { count, percent, type ReportData, stepName, took, wayName } from './words.ts'

/** How far visitors go, and where they give up. */
export function Ways({ data: { ways } }: { data: ReportData }) {
  return (
    <section>
      <h2>The way to a client</h2>
      <div className="ways">
        {ways.map((way) => (
          <WayTable key={way.name} way={way} />
        ))}
      </div>
    </section>
  )
}

type WayProps = { way: ReportData['ways'][number] }

function WayTable({ way: { name, steps, tookMinutes, bySource, byEntry } }: WayProps) {
  const whole = steps[0]?.visitors ?? 0
  return (
    <div className="way">
      <h3>{wayName(name)}</h3>
      <table className="numbers">
        <tbody>
          {steps.map(({ step, visitors, share }) => (
            <tr key={step}>
              <th scope="row">
                {stepName(step)}
                <Bar part={visitors} whole={whole} />
              </th>
              <td>{count(visitors)}</td>
              <td>{percent(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="second">{took(tookMinutes)}</p>
      <OriginTable title="By source" steps={steps} origins={bySource} />
      <OriginTable title="By first page" steps={steps} origins={byEntry} />
    </div>
  )
}

type OriginProps = {
  title: string
  steps: ReportData['ways'][number]['steps']
  origins: ReportData['ways'][number]['bySource']
}

function OriginTable({ title, steps, origins }: OriginProps) {
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
                  {stepName(step)}
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
