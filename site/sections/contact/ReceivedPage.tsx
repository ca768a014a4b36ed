import './ContactPage.css'
import type { Drawings } from '../../../platform/content/drawings.ts'
import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { Link } from '../../ui/Link.tsx'

type ReceivedPageProps = {
  words: SectionWords['contact']
  drawings: Drawings
  reference: string | undefined
  /** The link's label, undefined if the studio offers no calls. */
  call: string | undefined
}

export function ReceivedPage({ words, drawings: { kite }, reference, call }: ReceivedPageProps) {
  const { form, received } = words
  return (
    <article className="contact-page contact-received">
      <h1>{received.heading}</h1>
      <div className="contact-call">
        <div role="status">
          <p className="serif">{form.success}</p>
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
      {kite && <Drawing drawing={kite} className="contact-kite" />}
    </article>
  )
}
