import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { type ResultOf, useRead } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { formatTime } from '../times.ts'

const maxVisible = 5

/** Loaded separately, since the checks take seconds. */
export function Setup() {
  const { runChange } = useChanges()
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
        run={() => runChange('setup.check', {})}
      />
    </section>
  )
}

function Findings({ data: { at, findings } }: { data: ResultOf<'setup.show'> }): ReactNode {
  const inState = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted)
  const [wrong, notes, passed] = [inState('wrong'), inState('note'), inState('ok')]
  const actionable = [...wrong, ...notes]
  const hidden = actionable.slice(maxVisible)
  return (
    <>
      <p className="second">{`${formatTime(at)}: ${counted(wrong.length, 'problem')}, ${counted(notes.length, 'note')}, ${passed.length} OK.`}</p>
      <FindingList findings={actionable.slice(0, maxVisible)} />
      {hidden.length > 0 && (
        <details>
          <summary>{`${hidden.length} more`}</summary>
          <FindingList findings={hidden} />
        </details>
      )}
      {passed.length > 0 && (
        <details>
          <summary>What is OK</summary>
          <FindingList findings={passed} />
        </details>
      )}
    </>
  )
}

function FindingList({ findings }: { findings: ResultOf<'setup.show'>['findings'] }) {
  return (
    <ul>
      {findings.map((finding) => {
        const view = findView(finding)
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
  outbox: { href: '/outbox?view=all', name: 'Outbox' },
  backup: { href: '/backups', name: 'Backups' },
  leads: { href: '/leads?view=all', name: 'Leads' },
}

/** Links to a view instead of showing the command. */
export function findView({ about, command }: Pick<Finding, 'about' | 'command'>) {
  return command === undefined ? undefined : views[about]
}
