import { useRead } from '../client.ts'
import { Pane } from '../shell/Pane.tsx'
import { Waiting } from '../shell/Waiting.tsx'
import { History } from './History.tsx'
import { NoteForm } from './NoteForm.tsx'
import { RequestActions } from './RequestActions.tsx'

/** One whole request: what was written, what is known, what was said, what happened. */
export function RequestView({ reference, back }: { reference: string; back: string }) {
  const { data: request, error } = useRead('request', { reference })
  return (
    <Pane label="The request" list="Requests" back={back}>
      {request === undefined || error ? (
        <Waiting error={error} />
      ) : (
        <>
          <h1>{request.name || request.email}</h1>
          <RequestActions request={request} />
          <div className="words">
            <p>{request.text}</p>
            {request.requirements && <p>{request.requirements}</p>}
          </div>
          <NoteForm reference={request.reference} note={request.note} />
          {request.talk.length > 0 && (
            <section>
              <h2>The talk</h2>
              {request.talk.map(([who, said], n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a talk only grows at its end
                <p key={n} className="said">
                  <b>{who}</b> {said}
                </p>
              ))}
            </section>
          )}
          <section>
            <h2>What is known</h2>
            <dl className="facts">
              {request.facts.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section>
            <h2>What happened</h2>
            <History history={request.history} zone={request.zone} />
          </section>
        </>
      )}
    </Pane>
  )
}
