import { useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'

type ImportResult = ResultOf<'subscribers.import'>

const emptyForm = { list: '', consent: '', consentAt: '', from: '', ignored: '' }

const fields = [
  ['consent', 'What they agreed to, if the list doesn’t say'],
  ['consentAt', 'When they agreed', 'date'],
  ['from', 'Where they agreed, such as a fair'],
  ['ignored', 'Columns to ignore, separated by commas'],
] as const

/** Starts with a trial that shows what an import would do. */
export function ImportForm() {
  const [form, setForm] = useState(emptyForm)
  const [trial, setTrial] = useState<ImportResult>()
  const { runChange, isBusy } = useChanges()
  const { ignored, ...rest } = form
  const ignore = ignored.split(',').flatMap((name) => name.trim() || [])
  const runImport = (dryRun: boolean) =>
    runChange(
      'subscribers.import',
      { ...rest, ignore, dryRun },
      {
        text: ({ summary }) => (dryRun ? 'Nothing has changed yet.' : `Done: ${summary}.`),
        onDone: (result) => setTrial(dryRun ? result : undefined),
        long: dryRun
          ? { title: 'Trial import', stopped: 'Stopped.' }
          : {
              title: 'Import',
              stopped: 'Stopped. Subscribers imported so far stay; import the list again to finish.',
            },
      },
    )
  const setField = (name: keyof typeof emptyForm, value: string) => {
    setTrial(undefined)
    setForm({ ...form, [name]: value })
  }
  return (
    <details className="card import">
      <summary>Import a list</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void runImport(true)
        }}
      >
        <label>
          The list (CSV, or one address per line)
          <input
            type="file"
            required
            aria-describedby="import-columns"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => void target.files?.[0]?.text().then((list) => setField('list', list))}
          />
        </label>
        <p id="import-columns" className="second">
          The first line of a CSV file names its columns: email, and optionally consentWords, consentAt, confirmedAt,
          consentPage, and state. Exports of Mailchimp, MailerLite, Brevo, Kit, and 16 other services work as they are
          (docs/desk.md lists them).
        </p>
        {fields.map(([name, label, type = 'text']) => (
          <label key={name}>
            {label}
            <input
              type={type}
              value={form[name]}
              maxLength={1_000}
              onChange={({ target }) => setField(name, target.value)}
            />
          </label>
        ))}
        <button type="submit" className="quiet" disabled={isBusy}>
          Try import
        </button>
      </form>
      {trial && <ImportTrial found={trial} isBusy={isBusy} onImport={() => runImport(false)} />}
    </details>
  )
}

const maxProblems = 100

type ImportTrialProps = { found: ImportResult; isBusy: boolean; onImport: () => Promise<unknown> }

function ImportTrial({ found, isBusy, onImport }: ImportTrialProps) {
  const { summary, lines, wrong } = found
  const problems = found.notTaken.filter(({ verdict }) => verdict === 'wrong').slice(0, maxProblems)
  const hiddenCount = wrong - problems.length
  const label = importLabel(found)
  return (
    <section aria-label="Trial">
      <p>{`This would happen: ${summary}.`}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {problems.map(({ line, email, why }) => (
          <li key={line}>{`Line ${line}: “${email}” ${why}.`}</li>
        ))}
        {hiddenCount > 0 && <li>{`and ${counted(hiddenCount, 'more problem')}`}</li>}
      </ul>
      {label && <ActionButton label={label} asks="subscribers.import" isPrimary isDisabled={isBusy} run={onImport} />}
    </section>
  )
}

/** A list of unsubscribed people can be imported, too, so that they get no email. */
function importLabel({ imported, suppressed }: ImportResult): string | undefined {
  if (imported > 0) return `Import ${imported.toLocaleString('en')}`
  return suppressed > 0 ? `Suppress ${suppressed.toLocaleString('en')}` : undefined
}
