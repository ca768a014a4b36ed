import { useId, useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import { Act } from '../shell/Act.tsx'
import { useChanges } from '../shell/changes.tsx'

type Outlook = NonNullable<ResultOf<'issue.status'>['outlook']>
type SendIssueProps = { slug: string; title: string; outlook: Outlook }

/** What sending would do, what prevents it, and the number that confirms it. */
export function SendIssue({ slug, title, outlook }: SendIssueProps) {
  const { subscribers, isOut, hints, objection } = outlook
  const isBarred = !isOut || subscribers === 0 || (objection !== null && !objection.isToBeMeant)
  return (
    <>
      <h2>Not sent</h2>
      <p>
        <b>{subscribers.toLocaleString('en')}</b>
        {` confirmed ${subscribers === 1 ? 'subscriber' : 'subscribers'}`}
      </p>
      {objection && <p className="problem">{objection.why}</p>}
      {hints.map((hint) => (
        <p key={hint} className="second">
          {hint}
        </p>
      ))}
      {!isBarred && (
        <div className="actions">
          <SendButton slug={slug} title={title} outlook={outlook} />
        </div>
      )}
    </>
  )
}

function SendButton({ slug, title, outlook: { subscribers, takes, from, mailer, objection } }: SendIssueProps) {
  const field = useId()
  const [typed, setTyped] = useState('')
  const [isMeant, setMeant] = useState(false)
  const { act } = useChanges()
  const confirm = Number(typed.replaceAll(/[,\s]/g, ''))
  return (
    <Act
      label="Send"
      go="Send it"
      isReady={typed !== '' && confirm === subscribers && (objection === null || isMeant)}
      run={() => act('issue.send', { slug, confirm, fromHere: isMeant })}
      onClose={() => {
        setTyped('')
        setMeant(false)
      }}
      asks={
        <>
          <p>
            {`“${title}” goes to ${counted(subscribers, 'confirmed subscriber')}, from “${from.name}” (${from.address}); ${mailer}. It takes ${takes}. What has gone out can’t be undone.`}
          </p>
          {objection && (
            <>
              <p className="problem">{objection.why}</p>
              <label className="tick">
                <input type="checkbox" checked={isMeant} onChange={({ target }) => setMeant(target.checked)} />
                Send anyway
              </label>
            </>
          )}
          <label htmlFor={field}>Type the number of subscribers to confirm.</label>
          <input
            id={field}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </>
      }
    />
  )
}
