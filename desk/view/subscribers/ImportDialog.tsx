import { type RefObject, useRef, useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Field } from '../shell/Field.tsx'
import { Icon } from '../shell/Icon.tsx'
import { Banner } from '../shell/parts.tsx'
import { useOpening } from '../shell/use-opening.ts'

type ImportResult = ResultOf<'subscribers.import'>

export function ImportDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useOpening('import', () => dialog.current?.showModal())
  return (
    <>
      <button type="button" className="button" onClick={() => dialog.current?.showModal()}>
        <Icon name="up" />
        Import…
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="import">
        <ImportForm dialog={dialog} />
      </dialog>
    </>
  )
}

const emptyForm = { list: '', consent: '', consentAt: '', from: '', ignored: '' }
const fields = [
  ['consent', 'What they agreed to, if the list doesn’t say', 'text'],
  ['consentAt', 'When they agreed', 'date'],
  ['from', 'Where they agreed, such as a fair', 'text'],
  ['ignored', 'Columns to ignore, separated by commas', 'text'],
] as const

/** Does a dry run before the import. The dialog closes during the import, so it doesn’t cover the progress. */
function ImportForm({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const [form, setForm] = useState(emptyForm)
  const [preview, setPreview] = useState<ImportResult>()
  const [problem, setProblem] = useState<string>()
  const { runChange, isBusy } = useChanges()
  const setField = (name: keyof typeof emptyForm) => (value: string) => {
    setPreview(undefined)
    setForm({ ...form, [name]: value })
  }
  const runImport = async (dryRun: boolean) => {
    const { ignored, ...rest } = form
    const names = ignored.split(',').map((name) => name.trim())
    const ignore = names.filter((name) => name !== '')
    setProblem(undefined)
    if (!dryRun) dialog.current?.close()
    const onError = (message: string) => {
      setProblem(message)
      if (!dialog.current?.open) dialog.current?.showModal()
    }
    const stopped = 'Stopped. Subscribers imported so far stay on the list. Import it again to finish.'
    await runChange(
      'subscribers.import',
      { ...rest, ignore, dryRun },
      {
        text: ({ summary }) => (dryRun ? 'Nothing has changed yet.' : `Done: ${summary}.`),
        onDone: dryRun ? setPreview : undefined,
        onError,
        long: dryRun ? { title: 'Reading the list', stopped: 'Stopped.' } : { title: 'Importing', stopped },
      },
    )
  }
  const label = preview && importLabel(preview)
  return (
    <div className="stack">
      <form action={() => runImport(true)}>
        <h2 id="import">Import subscribers</h2>
        <p className="second">
          Paste email addresses, one per line, or choose a CSV file. Exports from Mailchimp, MailerLite, Brevo, Kit, and
          16 other services work unchanged.
        </p>
        <label className="labeled">
          Email addresses or CSV
          <textarea
            className="field"
            rows={4}
            required
            value={form.list}
            onChange={({ target }) => setField('list')(target.value)}
          />
        </label>
        <input
          type="file"
          aria-label="Or a file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ target }) => void target.files?.[0]?.text().then(setField('list'))}
        />
        {fields.map(([name, label, type]) => (
          <Field key={name} label={label} type={type} maxLength={1_000} value={form[name]} onText={setField(name)} />
        ))}
        {problem && (
          <Banner isLate icon="warn">
            {problem}
          </Banner>
        )}
        <div className="actions">
          <button type="submit" className={label ? 'button' : 'button primary'} disabled={isBusy}>
            Show what would happen
          </button>
          <button type="button" className="button plain" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
      {preview && (
        <section aria-label="What would happen">
          <p>{`This would happen: ${preview.summary}.`}</p>
          {preview.lines.map((line) => (
            <p key={line} className="second">
              {line}
            </p>
          ))}
        </section>
      )}
      {label && (
        <ActionButton
          label={label}
          asks="subscribers.import"
          isPrimary
          isDisabled={isBusy}
          run={() => runImport(false)}
        />
      )}
    </div>
  )
}

/** A list can also just suppress people who unsubscribed elsewhere. */
function importLabel({ imported, suppressed }: ImportResult): string | undefined {
  if (imported > 0) return `Import ${counted(imported, 'subscriber')}…`
  return suppressed > 0 ? `Suppress ${suppressed.toLocaleString('en')}…` : undefined
}
