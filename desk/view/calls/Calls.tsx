import { type ReadOf, useRead } from '../client.ts'
import { Waiting } from '../shell/Waiting.tsx'
import { BlockForm } from './BlockForm.tsx'
import { BlockView } from './BlockView.tsx'
import { CallView } from './CallView.tsx'
import { type Day, daysOf, hourIn } from './days.ts'

/** What is booked, blocked and free, day by day, by the studio’s clock. */
export function Calls() {
  const { data, error } = useRead('calls', {})
  return (
    <main className="page">
      <h1>Calls</h1>
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <>
          <p className="second">{`By the studio’s clock, ${data.zone}.`}</p>
          <BlockForm zone={data.zone} />
          <div className="days">
            {daysOf(data).map((day) => (
              <DayView key={day.date} day={day} data={data} />
            ))}
          </div>
        </>
      )}
    </main>
  )
}

function DayView({ day, data }: { day: Day; data: ReadOf<'calls'> }) {
  return (
    <section className="card">
      <h2>{day.title}</h2>
      <ul>
        {day.entries.map((entry) => (
          <li key={entry.id} className="entry">
            {entry.isBlock ? <BlockView entry={entry} zone={data.zone} /> : <CallView entry={entry} data={data} />}
          </li>
        ))}
      </ul>
      {day.free.length > 0 && (
        <p className="second">{`Free: ${day.free.map((time) => hourIn(time, data.zone)).join(', ')}`}</p>
      )}
    </section>
  )
}
