import { useRead } from '../client.ts'
import { Detail } from '../shell/Split.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { Section } from '../ui/Page.tsx'
import { Checks, TestEmail } from './Checks.tsx'
import { EmailPreview } from './EmailPreview.tsx'
import { groupByResponse, type Issue, type Status, stateNames } from './issue-text.ts'
import { ScheduledIssue, SendForm } from './SendForm.tsx'
import { SentIssue } from './SentIssue.tsx'

/** An issue’s email next to a dry run or, once it’s sent, the progress. */
export function IssueView({ slug }: { slug: string }) {
  const issue = useRead('issue.status', { slug })
  const status = issue.data?.status
  return (
    <Detail
      title={issue.data?.title.split(': ')[0] ?? ''}
      about={issue.data && <About issue={issue.data} />}
      actions={
        <a className="button primary phone end" href="#send">
          {issue.data?.dryRun ? 'Send…' : 'Progress'}
        </a>
      }
      rail={issue.data && <Rail issue={issue.data} />}
    >
      <Loaded {...issue}>
        {(data) => (
          <>
            {status && status.undelivered.length > 0 && <Undelivered status={status} />}
            <EmailPreview issue={data} />
          </>
        )}
      </Loaded>
    </Detail>
  )
}

function About({ issue: { status, article } }: { issue: Issue }) {
  const state = article?.isPublished === false ? 'Article not published' : stateNames[status?.state ?? 'draft']
  if (!article?.isPublished) return state
  return (
    <>
      {`${state} · ${article.minutes} min read · `}
      <a href={article.href} target="_blank" rel="noreferrer">
        Open article
      </a>
    </>
  )
}

function Rail({ issue }: { issue: Issue }) {
  const { slug, status, dryRun, testTo } = issue
  if (dryRun === null) return status && <SentIssue slug={slug} status={status} />
  return (
    <>
      <Checks dryRun={dryRun} />
      <TestEmail slug={slug} defaultAddress={testTo} />
      {status ? (
        <ScheduledIssue key={status.next_at} issue={issue} dryRun={dryRun} startsAt={status.next_at} />
      ) : (
        <SendForm issue={issue} dryRun={dryRun} />
      )}
    </>
  )
}

function Undelivered({ status: { undelivered, emails } }: { status: Status }) {
  return (
    <Section title="Not delivered">
      <div className="card">
        {groupByResponse(undelivered).map(({ key, title, addresses }) => (
          <Disclosure key={key} title={title}>
            <p className="second">{addresses}</p>
          </Disclosure>
        ))}
      </div>
      {undelivered.length < emails.failed + emails.unknown && <p className="second">The CSV lists all of them.</p>}
    </Section>
  )
}
