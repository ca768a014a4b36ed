import { type RefObject, useRef, useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useOpening } from '../shell/use-opening.ts'
import { Banner } from '../ui/Banner.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'

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
  ['from', 'Where they agreed, such as a conference', 'text'],
  ['ignored', 'Columns to ignore, separated by commas', 'text'],
] as const

/** Does a dry run before the import. During the import, the dialog is closed, to show the progress behind it. */
function ImportForm({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const [form, setForm] = useState(emptyForm)
  const [preview, setPreview] = useState<ImportResult>()
  const [problem, setProblem] = useState<string>()
  const { runChange, isBusy } = useChanges()
  const setField = (name: keyof typeof emptyForm) => (value: string) => {
    setPreview(undefined)
    setForm({ ...form, [name]: value })
  }
  const readFile = async (file: File | undefined) => {
    if (file) setField('list')(await file.text())
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
          onChange={({ target }) => readFile(target.files?.[0])}
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
      {preview && <ImportPreview preview={preview} />}
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

function ImportPreview({ preview: { summary, lines } }: { preview: ImportResult }) {
  return (
    <section aria-label="What would happen">
      <p>{`This would happen: ${summary}.`}</p>
      {lines.map((line) => (
        <p key={line} className="second">
          {line}
        </p>
      ))}
    </section>
  )
}

/** The import button’s label. Some lists only contain people who unsubscribed elsewhere. */
function importLabel({ imported, suppressed }: ImportResult): string | undefined {
  if (imported > 0) return `Import ${counted(imported, 'subscriber')}…`
  return suppressed > 0 ? `Suppress ${suppressed.toLocaleString('en')}…` : undefined
}
