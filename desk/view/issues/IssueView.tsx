import { useRead } from '../client.ts'
import { Pane } from '../shell/Pane.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { Letter } from './Letter.tsx'
import { SendIssue } from './SendIssue.tsx'
import { SentIssue } from './SentIssue.tsx'
import { TestMail } from './TestMail.tsx'

/** One article beside its letter: sent, it says how far it is; before that, what sending it would mean. */
export function IssueView({ slug, back }: { slug: string; back: string }) {
  const { data: issue, error } = useRead('issue', { slug })
  return (
    <Pane label="The issue" list="Issues" back={back}>
      {issue === undefined || error ? (
        <Waiting error={error} />
      ) : (
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
              {issue.article && <TestMail slug={slug} studio={issue.testTo} />}
            </div>
            <Letter slug={slug} />
          </div>
        </>
      )}
    </Pane>
  )
}
