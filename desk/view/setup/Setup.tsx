import { useState } from 'react'
import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { useRead } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { Meter } from '../ui/Bars.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { type Finding, helpFor, randomKey, type SetupData, siteFacts, summaryText } from './setup-text.ts'

export function Setup() {
  const clock = useClock()
  const setup = useRead('setup.show', {})
  // The first check takes a few seconds because it contacts other servers.
  const progress = 'Checking content, email, chat, calendars, and the database…'
  return (
    <Page
      title="Setup"
      about={setup.data ? summaryText(setup.data, clock) : progress}
      actions={<CheckButton label="Check again" name="setup.check" isDisabled={setup.data === undefined} />}
    >
      <Loaded {...setup}>
        {(data) => (
          <div className="columns">
            <Findings data={data} />
            <SiteFacts data={data} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

type CheckButtonProps = { label: string; name: 'setup.check' | 'outbox.test'; isDisabled?: boolean }

function CheckButton({ label, name, isDisabled = false }: CheckButtonProps) {
  const { runChange } = useChanges()
  const run = () => runChange(name, {})
  return <ActionButton icon="refresh" label={label} busyLabel="Checking…" isDisabled={isDisabled} run={run} />
}

function Findings({ data: { problems, notes, passed } }: { data: SetupData }) {
  return (
    <div className="stack">
      {problems.length > 0 && (
        <Section title="Problems">
          <FindingList findings={problems} />
        </Section>
      )}
      {notes.length > 0 && (
        <Section title="Notes">
          <FindingList findings={notes} />
        </Section>
      )}
      <Disclosure title={`Show ${counted(passed.length, 'passed check')}`}>
        <FindingList findings={passed} />
      </Disclosure>
    </div>
  )
}

function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="card findings">
      {findings.map((finding) => (
        <FindingRow key={`${finding.about} ${finding.text} ${finding.place}`} finding={finding} />
      ))}
    </ul>
  )
}

const icons = { ok: 'check', note: 'note', wrong: 'warn' } as const

function FindingRow({ finding }: { finding: Finding }) {
  const { state, text, todo, place, files = [] } = finding
  const [key] = useState(randomKey)
  const help = helpFor(finding, key)
  return (
    <li>
      <span className={state === 'wrong' ? 'late' : undefined}>
        <Icon name={icons[state]} />
      </span>
      <div>
        <b dir="auto">{text}</b>
        {[todo, place].map(
          (line) =>
            line && (
              <p key={line} className="second">
                {line}
              </p>
            ),
        )}
        {help?.kind === 'copy' && (
          <pre>
            <code>{help.text}</code>
          </pre>
        )}
        {files.length > 0 && (
          <Disclosure title="Show files">
            <ul className="second">
              {files.map((file) => (
                <li key={file}>{file}</li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
      {help?.kind === 'copy' && <CopyButton label={help.label} text={help.text} />}
      {help?.kind === 'view' && (
        <Link className="button" href={help.href}>
          {help.label}
        </Link>
      )}
      {help?.kind === 'check' && <CheckButton {...help} />}
    </li>
  )
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const { notify } = useChanges()
  const copy = () =>
    notify(async () => {
      await navigator.clipboard.writeText(text)
      return 'Copied.'
    })
  return <ActionButton icon="copy" label={label} run={copy} />
}

function SiteFacts({ data }: { data: SetupData }) {
  const { files, site } = data
  const link = (
    <a href={site.url} target="_blank" rel="noreferrer">
      {site.url}
    </a>
  )
  return (
    <aside className="stack">
      <Section title="Your own content" aside={<span className="second">{`${files.own} of ${files.all} files`}</span>}>
        <Meter part={files.own / Math.max(1, files.all)} />
      </Section>
      <Section title="This site">
        <Facts facts={[['URL', link], ...siteFacts(data, useClock())]} />
      </Section>
      <Section title="In a terminal">
        <p className="second">This command runs the same checks.</p>
        <pre>
          <code>npm run studio -- doctor</code>
        </pre>
      </Section>
    </aside>
  )
}
