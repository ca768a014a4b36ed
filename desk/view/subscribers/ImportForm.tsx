import { useState } from 'react'
import type { ResultOf } from '../client.ts'
import { useNotice } from '../shell/notice.tsx'
import { useWork } from '../work/work.tsx'

type Found = ResultOf<'subscribers.import'>

/** Always a trial first, which shows what an import would do. */
export function ImportForm() {
  const [list, setList] = useState('')
  const [words, setWords] = useState('')
  const [at, setAt] = useState('')
  const [from, setFrom] = useState('')
  const [ignored, setIgnored] = useState('')
  const [trial, setTrial] = useState<Found>()
  const ignore = ignored.split(',').flatMap((name) => name.trim() || [])
  const how = (dryRun: boolean) => ({ list, consent: words, consentAt: at, from, ignore, dryRun })
  const work = useWork()
  const notice = useNotice()
  const run = async (isTrial: boolean) => {
    const found = await work.run(isTrial ? 'Trial import' : 'Import', 'subscribers.import', how(isTrial))
    if (found === undefined)
      return isTrial ? 'Stopped.' : 'Stopped. Subscribers imported so far stay; import the list again to finish.'
    setTrial(isTrial ? found : undefined)
    return isTrial ? 'Nothing has changed yet.' : `Done: ${found.summary}.`
  }
  const changed = (set: (value: string) => void) => (value: string) => {
    setTrial(undefined)
    set(value)
  }
  return (
    <details className="card import">
      <summary>Import a list</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void notice(() => run(true), { text: '' })
        }}
      >
        <label>
          The list (CSV, or one address a line)
          <input
            type="file"
            required
            aria-describedby="import-columns"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => void target.files?.[0]?.text().then(changed(setList))}
          />
        </label>
        <p id="import-columns" className="second">
          A CSV file names its columns in its first line: email, and those that it has of consentWords, consentAt,
          confirmedAt, consentPage and state. What Mailchimp, Ghost, Substack, Buttondown, MailPoet, Mautic, Kit,
          beehiiv, listmonk and Keila export is read as it is.
        </p>
        <Field label="What they agreed to, if the list doesn’t say" value={words} onChange={changed(setWords)} />
        <Field label="When they agreed" type="date" value={at} onChange={changed(setAt)} />
        <Field label="Where they agreed, such as a fair" value={from} onChange={changed(setFrom)} />
        <Field label="Columns to ignore, separated by commas" value={ignored} onChange={changed(setIgnored)} />
        <button type="submit" className="quiet" disabled={work.isBusy}>
          Try import
        </button>
      </form>
      {trial && (
        <ImportTrial found={trial} isBusy={work.isBusy} onImport={() => void notice(() => run(false), { text: '' })} />
      )}
    </details>
  )
}

type FieldProps = { label: string; type?: 'text' | 'date'; value: string; onChange: (value: string) => void }

function Field({ label, type = 'text', value, onChange }: FieldProps) {
  return (
    <label>
      {label}
      <input type={type} value={value} maxLength={1_000} onChange={({ target }) => onChange(target.value)} />
    </label>
  )
}

const maxShown = 100

type ImportTrialProps = { found: Found; isBusy: boolean; onImport: () => void }

/** What an import would do, and whom it would not take. */
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
      {offer && (
        <button type="button" className="button" disabled={isBusy} onClick={onImport}>
          {offer}
        </button>
      )}
    </section>
  )
}

/** A list of people who unsubscribed can be imported too: they get no email from then on. */
function offerOf({ imported, suppressed }: Found): string | undefined {
  if (imported > 0) return `Import ${imported.toLocaleString('en')}`
  return suppressed > 0 ? `Keep ${suppressed.toLocaleString('en')} away` : undefined
}
