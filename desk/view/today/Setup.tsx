import { type ReactNode, useTransition } from 'react'
import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { type ResultOf, useRead } from '../client.ts'
import { useActions } from '../shell/notice.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { moment } from '../times.ts'

const shownAtOnce = 5

/** Setup takes seconds, so the rest of the day is shown before it. */
export function Setup() {
  const { data, error } = useRead('setup.show', {})
  const [isBusy, start] = useTransition()
  const { change, notice } = useActions()
  const look = () => start(() => notice(() => change('setup.check', {}), { text: 'Checked again.' }))
  return (
    <section className="card setup" aria-labelledby="setup">
      <h2 id="setup">Setup</h2>
      {data === undefined && error === null ? (
        <p className="second">Checking mail server, chat, database, and texts…</p>
      ) : data === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <Findings data={data} />
      )}
      <button type="button" className="quiet" aria-busy={isBusy} disabled={isBusy || data === undefined} onClick={look}>
        {isBusy ? 'Checking…' : 'Check again'}
      </button>
    </section>
  )
}

function Findings({ data: { at, findings } }: { data: ResultOf<'setup.show'> }): ReactNode {
  const { wrong, notes, right } = sortFindings(findings)
  const worthReading = [...wrong, ...notes]
  const more = worthReading.slice(shownAtOnce)
  return (
    <>
      <p className="second">{`${moment(at)}: ${counted(wrong.length, 'problem')}, ${counted(notes.length, 'note')}, ${right.length} OK.`}</p>
      <FindingList findings={worthReading.slice(0, shownAtOnce)} />
      {more.length > 0 && (
        <details>
          <summary>{`${more.length} more`}</summary>
          <FindingList findings={more} />
        </details>
      )}
      {right.length > 0 && (
        <details>
          <summary>What is OK</summary>
          <FindingList findings={right} />
        </details>
      )}
    </>
  )
}

function FindingList({ findings }: { findings: ResultOf<'setup.show'>['findings'] }) {
  return (
    <ul>
      {findings.map((finding) => {
        const place = placeOf(finding)
        return (
          <li key={`${finding.about} ${finding.text}`}>
            <b className={finding.state === 'wrong' ? 'problem' : undefined}>{finding.about}</b> {finding.text}
            {place && (
              <>
                {': '}
                <Link href={place.href}>{place.name}</Link>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Finding = ResultOf<'setup.show'>['findings'][number]

export function sortFindings(findings: readonly Finding[]) {
  const those = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted)
  return { wrong: those('wrong'), notes: those('note'), right: those('ok') }
}

const places: Record<string, { href: string; name: string }> = {
  mail: { href: '/outbox?view=all', name: 'Outbox' },
  leads: { href: '/leads?view=all', name: 'Leads' },
}

/** The view that does what the command would do. */
export function placeOf({ about, command }: Pick<Finding, 'about' | 'command'>) {
  return command === undefined ? undefined : places[about]
}
