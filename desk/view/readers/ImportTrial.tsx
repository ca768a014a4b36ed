import type { WorkOf } from '../client.ts'

type Found = WorkOf<'importReaders'>
type ImportTrialProps = { found: Found; isBusy: boolean; onImport: () => void }

/** What an import would do, and whom it would not take. */
export function ImportTrial({ found, isBusy, onImport }: ImportTrialProps) {
  const { told, notTaken, suppressed, unconfirmed, wrong } = found
  const more = suppressed + unconfirmed + wrong - notTaken.length
  const offer = offerOf(found)
  return (
    <section aria-label="What would be done">
      <p>{`This would be done: ${told}.`}</p>
      <ul>
        {notTaken.map(({ line, email, why }) => (
          <li key={line}>{`Line ${line}: “${email}” ${why}.`}</li>
        ))}
        {more > 0 && <li>{`and ${more.toLocaleString('en')} more`}</li>}
      </ul>
      {offer && (
        <button type="button" className="button" disabled={isBusy} onClick={onImport}>
          {offer}
        </button>
      )}
    </section>
  )
}

/** A list of those who left is worth importing, too: they are not written to from then on. */
function offerOf({ imported, suppressed }: Found): string | undefined {
  if (imported > 0) return `Import ${imported.toLocaleString('en')}`
  return suppressed > 0 ? `Keep ${suppressed.toLocaleString('en')} away` : undefined
}
