import { useActionState, useState } from 'react'
import { useRead } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'
import { Facts } from '../shell/Facts.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useFilters } from '../shell/Split.tsx'
import { IssueActions } from './IssueActions.tsx'
import { byAnswer, progressFacts, type Status } from './progress.ts'
import { SendIssue } from './SendIssue.tsx'

/** One article beside its preview: its progress once sent, before that what sending it would do. */
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
              {issue.article && <TestEmail slug={slug} studio={issue.testTo} />}
            </div>
            <IssuePreview slug={slug} />
          </div>
        </>
      )}
    </Loaded>
  )
}

type TestEmailProps = { slug: string; studio: string }

function TestEmail({ slug, studio }: TestEmailProps) {
  const [typed, setTyped] = useState<string>()
  const { act } = useChanges()
  const address = typed ?? studio
  const [, submit, isBusy] = useActionState(() => act('issue.test', { slug, address }), undefined)
  return (
    <form className="test-email" action={submit}>
      <label htmlFor="test-address">Send a test to</label>
      <input
        id="test-address"
        type="email"
        required
        maxLength={254}
        value={address}
        onChange={({ target }) => setTyped(target.value)}
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
          {byAnswer(wrong).map(({ key, state, answer, addresses }) => (
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
          {wrong.length < emails.failed + emails.unknown && <p className="second">The table lists all of them.</p>}
        </section>
      )}
    </>
  )
}

const forms = [
  { name: 'phone', label: 'Phone' },
  { name: 'mail', label: 'Desktop' },
  { name: 'text', label: 'Plain text' },
] as const

/** The issue as subscribers get it. */
function IssuePreview({ slug }: { slug: string }) {
  const { view: form, tabs } = useFilters(forms, 'phone', 'as')
  return (
    <section className={`letter letter-${form}`} aria-label="Preview">
      <div className="actions">{tabs}</div>
      <Loaded {...useRead('issue.preview', { slug })}>
        {({ text, html }) =>
          form === 'text' ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which the keyboard must be able to do
            <pre tabIndex={0}>{text}</pre>
          ) : (
            <iframe title={`Preview ${form === 'phone' ? 'on a phone' : 'on a desktop'}`} {...framed(html)} />
          )
        }
      </Loaded>
    </section>
  )
}

/** Sandboxed: no scripts, forms, or origin, and links open in a new tab. */
function framed(html: string) {
  return {
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    srcDoc: html.replace('<head>', '<head><base target="_blank">'),
  }
}
