import './kinds.css'
import type { Calls } from '../../../platform/content/calls.ts'
import { callPath } from '../../../server/calls/kinds.ts'
import { CallFrame } from './CallFrame.tsx'
import { KindFacts } from './KindFacts.tsx'

/** The kinds of calls to choose from. */
export function CallKinds({ calls, lang, message }: { calls: Calls; lang: string; message?: string | undefined }) {
  const { page, kinds } = calls
  return (
    <CallFrame
      title={page.heading}
      side={
        <aside className="call-about">
          <p>{page.text}</p>
          {page.remark && <p className="remark">{page.remark}</p>}
        </aside>
      }
    >
      <section className="call-main" aria-labelledby="kinds">
        {message && (
          <p className="call-error" role="alert">
            {message}
          </p>
        )}
        <h2 id="kinds">{page.kinds}</h2>
        <ul className="kinds">
          {kinds.map((kind) => (
            <li key={kind.id}>
              <h3>
                <a href={callPath(kind)}>{kind.name}</a>
              </h3>
              {kind.text && <p>{kind.text}</p>}
              <KindFacts calls={calls} kind={kind} lang={lang} />
            </li>
          ))}
        </ul>
      </section>
    </CallFrame>
  )
}
