import '../calls/details.css'
import type { SectionCopy } from '../../../platform/content/home/section-schemas.ts'
import { Link } from '../../ui/Link.tsx'
import { CallFrame } from '../calls/CallFrame.tsx'

type ReceivedPageProps = {
  copy: SectionCopy['contact']
  reference: string | undefined
  /** The label of the link to free times, if the studio offers calls. */
  call: string | undefined
}

export function ReceivedPage({ copy: { form, received }, reference, call }: ReceivedPageProps) {
  return (
    <CallFrame title={received.heading}>
      <div className="call-main">
        <div role="status">
          <p className="call-lead">{form.success}</p>
          <p>
            {`${form.referenceLabel} `}
            <b>{reference}</b>
          </p>
        </div>
        <p className="row">
          {call !== undefined && (
            <a className="button" href="/call">
              {call}
            </a>
          )}
          <Link to="/">{received.back}</Link>
        </p>
      </div>
    </CallFrame>
  )
}
