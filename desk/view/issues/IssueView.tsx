import { type ReactNode, useState } from 'react'
import { useRead } from '../client.ts'
import { Switch } from '../shell/filters.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Section } from '../shell/Page.tsx'
import { Banner } from '../shell/parts.tsx'
import { Detail } from '../shell/Split.tsx'
import { EmailPreview, formats } from './EmailPreview.tsx'
import { groupByResponse, type Issue, type Status } from './issue-text.ts'
import { Checks, ScheduledIssue, SendForm, TestEmail } from './SendForm.tsx'
import { SentIssue } from './SentIssue.tsx'

/** An issue’s email, and beside it what sending it would do, or how far it is. */
export function IssueView({ slug }: { slug: string }) {
  const [format, setFormat] = useState<keyof typeof formats>('desktop')
  const issue = useRead('issue.status', { slug })
  return (
    <Detail
      title={issue.data?.title ?? ''}
      about={issue.data && <About issue={issue.data} />}
      actions={
        <>
          <Switch label="Preview" names={formats} current={format} onChange={setFormat} />
          {issue.data?.outlook && (
            <a className="button phone end" href="#send">
              Send…
            </a>
          )}
        </>
      }
      rail={issue.data && <Rail issue={issue.data} />}
    >
      <Loaded {...issue}>
        {(data) => (
          <>
            {data.status?.hints.map(({ text }) => text && <Banner key={text}>{text}</Banner>)}
            {data.status && data.status.wrong.length > 0 && <Undelivered status={data.status} />}
            <EmailPreview issue={data} format={format} />
          </>
        )}
      </Loaded>
    </Detail>
  )
}

const stateNames = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  done: 'Sent',
  cancelled: 'Canceled',
} as const

function About({ issue: { status, article } }: { issue: Issue }) {
  const state = status ? stateNames[status.state] : article?.isPublished ? 'Draft' : 'Article not published'
  if (article === null) return state
  return (
    <>
      {`${state} · ${article.minutes} minutes to read`}
      {article.isPublished && (
        <>
          {' · '}
          <a href={article.href} target="_blank" rel="noreferrer">
            Open article
          </a>
        </>
      )}
    </>
  )
}

function Rail({ issue }: { issue: Issue }): ReactNode {
  const { status, outlook } = issue
  if (outlook === null) return status && <SentIssue slug={issue.slug} status={status} />
  return (
    <>
      {status ? (
        <ScheduledIssue issue={issue} outlook={outlook} at={status.next_at} />
      ) : (
        <SendForm issue={issue} outlook={outlook} />
      )}
      <TestEmail slug={issue.slug} defaultAddress={issue.testTo} />
      <Checks outlook={outlook} />
    </>
  )
}

function Undelivered({ status: { wrong, emails } }: { status: Status }) {
  return (
    <Section title="Not delivered">
      <div className="card">
        {groupByResponse(wrong).map(({ key, title, addresses }) => (
          <details key={key}>
            <summary>{title}</summary>
            <p className="second" dir="auto">
              {addresses.join(', ')}
            </p>
          </details>
        ))}
      </div>
      {wrong.length < emails.failed + emails.unknown && <p className="second">The CSV lists all of them.</p>}
    </Section>
  )
}
