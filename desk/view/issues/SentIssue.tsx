import { IssueActions } from './IssueActions.tsx'
import { byAnswer, progressFacts, type Status } from './progress.ts'

/** How far it is, what stands in its way, and who did not get it. */
export function SentIssue({ slug, status }: { slug: string; status: Status }) {
  const { readers, mails, notes, wrong } = status
  return (
    <>
      <progress className="progress" aria-label="Got it" max={Math.max(1, readers)} value={mails.sent} />
      <dl className="facts">
        {progressFacts(status).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className="issue-note">
          {note}
        </p>
      ))}
      <IssueActions slug={slug} status={status} />
      {wrong.length > 0 && (
        <section>
          <h2>Who did not get it, and why</h2>
          {byAnswer(wrong).map(({ key, state, answer, addresses }) => (
            <details key={key} className="wrong">
              <summary>
                <b>{`${addresses.length.toLocaleString('en')} ${state}`}</b>
                {`: ${answer}`}
              </summary>
              <ul>
                {addresses.map((address, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: those who were erased are all called alike
                  <li key={n}>{address}</li>
                ))}
              </ul>
            </details>
          ))}
          {wrong.length < mails.failed + mails.unknown && <p className="second">The table has all of them.</p>}
        </section>
      )}
    </>
  )
}
