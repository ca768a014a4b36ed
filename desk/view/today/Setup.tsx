import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { type ResultOf, useRead } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { moment } from '../times.ts'

const shownAtOnce = 5

/** Loads after the rest of the day, since it takes seconds. */
export function Setup() {
  const { act } = useChanges()
  const setup = useRead('setup.show', {})
  return (
    <section className="card setup" aria-labelledby="setup">
      <h2 id="setup">Setup</h2>
      <Loaded {...setup} loadingText="Checking mail server, chat, database, and texts…">
        {(data) => <Findings data={data} />}
      </Loaded>
      <ActionButton
        label="Check again"
        busyLabel="Checking…"
        isDisabled={setup.data === undefined}
        run={() => act('setup.check', {})}
      />
    </section>
  )
}

function Findings({ data: { at, findings } }: { data: ResultOf<'setup.show'> }): ReactNode {
  const ofState = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted)
  const [wrong, notes, right] = [ofState('wrong'), ofState('note'), ofState('ok')]
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
        const view = viewOf(finding)
        return (
          <li key={`${finding.about} ${finding.text}`}>
            <b className={finding.state === 'wrong' ? 'problem' : undefined}>{finding.about}</b> {finding.text}
            {view && (
              <>
                {': '}
                <Link href={view.href}>{view.name}</Link>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Finding = ResultOf<'setup.show'>['findings'][number]

const views: Record<string, { href: string; name: string }> = {
  email: { href: '/outbox?view=all', name: 'Outbox' },
  leads: { href: '/leads?view=all', name: 'Leads' },
}

/** The view that replaces the command. */
export function viewOf({ about, command }: Pick<Finding, 'about' | 'command'>) {
  return command === undefined ? undefined : views[about]
}
