import { type FormEvent, useEffect, useRef, useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Icon } from '../shell/Icon.tsx'
import { Banner } from '../shell/parts.tsx'

type ImportResult = ResultOf<'subscribers.import'>

const emptyForm = { list: '', consent: '', consentAt: '', from: '', ignored: '' }
type Form = typeof emptyForm

const fields = [
  ['consent', 'What they agreed to, if the list doesn’t say', 'text', 'Yes, email me new articles.'],
  ['consentAt', 'When they agreed', 'date', ''],
  ['from', 'Where they agreed', 'text', 'Founders fair, Pune'],
  ['ignored', 'Columns to ignore, separated by commas', 'text', ''],
] as const

/** @param isOpen whether the address asks for it */
export function ImportDialog({ isOpen }: { isOpen: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [opened, setOpened] = useState(0)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  const open = () => {
    setOpened(opened + 1)
    dialog.current?.showModal()
  }
  return (
    <>
      <button type="button" className="button" onClick={open}>
        <Icon name="up" />
        Import…
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="import">
        <ImportForm key={opened} close={() => dialog.current?.close()} />
      </dialog>
    </>
  )
}

/** First shows what an import would do. */
function ImportForm({ close }: { close: () => void }) {
  const [form, setForm] = useState(emptyForm)
  const [preview, setPreview] = useState<ImportResult>()
  const [problem, setProblem] = useState('')
  const { runChange, isBusy } = useChanges()
  const setField = (name: keyof Form, value: string) => {
    setPreview(undefined)
    setForm({ ...form, [name]: value })
  }
  const runImport = (dryRun: boolean) => {
    const { ignored, ...rest } = form
    const ignore = ignored.split(',').flatMap((name) => name.trim() || [])
    setProblem('')
    return runChange(
      'subscribers.import',
      { ...rest, ignore, dryRun },
      {
        text: ({ summary }) => (dryRun ? 'Nothing has changed yet.' : `Done: ${summary}.`),
        onDone: (result) => (dryRun ? setPreview(result) : close()),
        onError: setProblem,
        long: dryRun
          ? { title: 'Reading the list', stopped: 'Stopped.' }
          : {
              title: 'Importing',
              stopped: 'Stopped. Subscribers imported so far stay. Import the list again to finish.',
            },
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void runImport(true)
  }
  return (
    <form onSubmit={submit}>
      <h2 id="import">Import subscribers</h2>
      <p className="second">
        Paste email addresses, one per line, or choose a CSV file. Exports of Mailchimp, MailerLite, Brevo, Kit, and 16
        other services work as they are.
      </p>
      <label className="labeled">
        Email addresses
        <textarea
          className="field"
          rows={4}
          required
          value={form.list}
          onChange={({ target }) => setField('list', target.value)}
        />
      </label>
      <input
        type="file"
        aria-label="Or a file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={({ target }) => void target.files?.[0]?.text().then((list) => setField('list', list))}
      />
      {fields.map(([name, label, type, placeholder]) => (
        <label key={name} className="labeled">
          {label}
          <input
            className="field"
            type={type}
            dir="auto"
            value={form[name]}
            placeholder={placeholder}
            maxLength={1_000}
            onChange={({ target }) => setField(name, target.value)}
          />
        </label>
      ))}
      {problem && (
        <Banner isLate icon="warn">
          {problem}
        </Banner>
      )}
      {preview && <Preview result={preview} />}
      <div className="actions">
        {preview && importLabel(preview) ? (
          <ActionButton
            label={importLabel(preview) ?? ''}
            asks="subscribers.import"
            isPrimary
            isDisabled={isBusy}
            run={() => runImport(false)}
          />
        ) : (
          <button type="submit" className="button primary" disabled={isBusy}>
            {isBusy ? 'Reading…' : 'Show what would happen'}
          </button>
        )}
        <button type="button" className="button plain" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}

const maxProblems = 20

function Preview({ result: { summary, lines, wrong, notTaken } }: { result: ImportResult }) {
  const problems = notTaken.filter(({ verdict }) => verdict === 'wrong').slice(0, maxProblems)
  const hiddenCount = wrong - problems.length
  return (
    <section className="card" aria-label="What would happen">
      <div>
        <p>{`This would happen: ${summary}.`}</p>
        <ul className="second">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {problems.map(({ line, email, why }) => (
            <li key={line} className="late">{`Line ${line}: “${email}” ${why}.`}</li>
          ))}
          {hiddenCount > 0 && <li>{`and ${counted(hiddenCount, 'more problem')}`}</li>}
        </ul>
      </div>
    </section>
  )
}

/** A list of people who left can be imported too, to keep them from getting email. */
function importLabel({ imported, suppressed }: ImportResult): string | undefined {
  if (imported > 0) return `Import ${counted(imported, 'subscriber')}…`
  return suppressed > 0 ? `Suppress ${suppressed.toLocaleString('en')}…` : undefined
}
