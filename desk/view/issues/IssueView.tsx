import { useActionState, useState } from 'react'
import { useRead } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'
import { Facts } from '../shell/Facts.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useFilters } from '../shell/Split.tsx'
import { IssueActions, SendIssue } from './IssueActions.tsx'
import { groupByResponse, progressFacts, type Status } from './progress.ts'

/** An article and its preview. Shows the progress of a sent issue, otherwise what sending it would do. */
export function IssueView({ slug }: { slug: string }) {
  return (
    <Loaded {...useRead('issue.status', { slug })}>
      {(issue) => (
        <>
          <h1>{issue.title}</h1>
          <div className="issue">
            <div>
              {issue.article && (
                <>
                  <p>{issue.article.description}</p>
                  <p className="second">
                    {`${issue.article.day} · `}
                    <a href={issue.article.href} target="_blank" rel="noreferrer">
                      the article
                    </a>
                  </p>
                </>
              )}
              {issue.status && <SentIssue slug={slug} status={issue.status} />}
              {issue.outlook && <SendIssue slug={slug} title={issue.title} outlook={issue.outlook} />}
              {issue.article && <TestEmail slug={slug} defaultAddress={issue.testTo} />}
            </div>
            <IssuePreview slug={slug} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function TestEmail({ slug, defaultAddress }: { slug: string; defaultAddress: string }) {
  const [typedAddress, setTypedAddress] = useState<string>()
  const { runChange } = useChanges()
  const address = typedAddress ?? defaultAddress
  const [, submit, isBusy] = useActionState(() => runChange('issue.test', { slug, address }), undefined)
  return (
    <form className="test-email" action={submit}>
      <label htmlFor="test-address">Send a test to</label>
      <input
        id="test-address"
        type="email"
        required
        maxLength={254}
        value={address}
        onChange={({ target }) => setTypedAddress(target.value)}
      />
      <button type="submit" className="quiet" aria-busy={isBusy} disabled={isBusy}>
        {isBusy ? 'Sending…' : 'Send a test'}
      </button>
    </form>
  )
}

function SentIssue({ slug, status }: { slug: string; status: Status }) {
  const { subscribers, emails, hints, wrong } = status
  return (
    <>
      <progress aria-label="Delivered" max={Math.max(1, subscribers)} value={emails.sent} />
      <Facts facts={progressFacts(status)} />
      {hints.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      <IssueActions slug={slug} status={status} />
      {wrong.length > 0 && (
        <section>
          <h2>Not delivered</h2>
          {groupByResponse(wrong).map(({ key, state, answer, addresses }) => (
            <details key={key}>
              <summary>
                <b>{`${addresses.length.toLocaleString('en')} ${state}`}</b>
                {`: ${answer}`}
              </summary>
              <ul>
                {addresses.map((address, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: erased addresses are equal
                  <li key={n}>{address}</li>
                ))}
              </ul>
            </details>
          ))}
          {wrong.length < emails.failed + emails.unknown && (
            <p className="second">The saved table lists all of them.</p>
          )}
        </section>
      )}
    </>
  )
}

const formats = { phone: 'Phone', desktop: 'Desktop', text: 'Plain text' } as const

function IssuePreview({ slug }: { slug: string }) {
  const { view: format, tabs } = useFilters(formats, 'phone', 'as')
  return (
    <section className={`preview preview-${format}`} aria-label="Preview">
      <div className="actions">{tabs}</div>
      <Loaded {...useRead('issue.preview', { slug })}>
        {({ text, html }) =>
          format === 'text' ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
            <pre tabIndex={0}>{text}</pre>
          ) : (
            <iframe
              title={`Preview ${format === 'phone' ? 'on a phone' : 'on a desktop'}`}
              // No scripts, forms, or origin. Links open in a new tab.
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcDoc={html.replace('<head>', '<head><base target="_blank">')}
            />
          )
        }
      </Loaded>
    </section>
  )
}
