import { useState } from 'react'
import type { ResultOf } from '../client.ts'
import { Act } from '../shell/Act.tsx'
import { useChanges } from '../shell/changes.tsx'

type Found = ResultOf<'subscribers.import'>

const unfilled = { list: '', consent: '', consentAt: '', from: '', ignored: '' }

const fields = [
  ['consent', 'What they agreed to, if the list doesn’t say'],
  ['consentAt', 'When they agreed', 'date'],
  ['from', 'Where they agreed, such as a fair'],
  ['ignored', 'Columns to ignore, separated by commas'],
] as const

/** Starts with a trial that shows what an import would do. */
export function ImportForm() {
  const [filled, setFilled] = useState(unfilled)
  const [trial, setTrial] = useState<Found>()
  const { act, isBusy } = useChanges()
  const { ignored, ...rest } = filled
  const ignore = ignored.split(',').flatMap((name) => name.trim() || [])
  const run = (dryRun: boolean) =>
    act(
      'subscribers.import',
      { ...rest, ignore, dryRun },
      {
        text: ({ summary }) => (dryRun ? 'Nothing has changed yet.' : `Done: ${summary}.`),
        onDone: (found) => setTrial(dryRun ? found : undefined),
        long: dryRun
          ? { title: 'Trial import', stopped: 'Stopped.' }
          : {
              title: 'Import',
              stopped: 'Stopped. Subscribers imported so far stay; import the list again to finish.',
            },
      },
    )
  const fill = (name: keyof typeof unfilled, value: string) => {
    setTrial(undefined)
    setFilled({ ...filled, [name]: value })
  }
  return (
    <details className="card import">
      <summary>Import a list</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void run(true)
        }}
      >
        <label>
          The list (CSV, or one address a line)
          <input
            type="file"
            required
            aria-describedby="import-columns"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => void target.files?.[0]?.text().then((list) => fill('list', list))}
          />
        </label>
        <p id="import-columns" className="second">
          A CSV file names its columns in its first line: email, and those that it has of consentWords, consentAt,
          confirmedAt, consentPage and state. What Mailchimp, Ghost, Substack, Buttondown, MailPoet, Mautic, Kit,
          beehiiv, listmonk and Keila export is read as it is.
        </p>
        {fields.map(([name, label, type = 'text']) => (
          <label key={name}>
            {label}
            <input
              type={type}
              value={filled[name]}
              maxLength={1_000}
              onChange={({ target }) => fill(name, target.value)}
            />
          </label>
        ))}
        <button type="submit" className="quiet" disabled={isBusy}>
          Try import
        </button>
      </form>
      {trial && <ImportTrial found={trial} isBusy={isBusy} onImport={() => run(false)} />}
    </details>
  )
}

const maxShown = 100

type ImportTrialProps = { found: Found; isBusy: boolean; onImport: () => Promise<unknown> }

function ImportTrial({ found, isBusy, onImport }: ImportTrialProps) {
  const { summary, lines, wrong } = found
  const notTaken = found.notTaken.filter(({ verdict }) => verdict === 'wrong').slice(0, maxShown)
  const more = wrong - notTaken.length
  const offer = offerOf(found)
  return (
    <section aria-label="Trial">
      <p>{`This would happen: ${summary}.`}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {notTaken.map(({ line, email, why }) => (
          <li key={line}>{`Line ${line}: “${email}” ${why}.`}</li>
        ))}
        {more > 0 && <li>{`and ${more.toLocaleString('en')} more problems`}</li>}
      </ul>
      {offer && <Act label={offer} isPrimary isDisabled={isBusy} run={onImport} />}
    </section>
  )
}

/** A list of unsubscribed people can be imported, too, so that they get no email. */
function offerOf({ imported, suppressed }: Found): string | undefined {
  if (imported > 0) return `Import ${imported.toLocaleString('en')}`
  return suppressed > 0 ? `Keep ${suppressed.toLocaleString('en')} away` : undefined
}
