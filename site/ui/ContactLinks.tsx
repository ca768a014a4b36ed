import { Fragment } from 'react'
import { contactLinks, type Studio } from '../../platform/content/studio.ts'
import { Link } from './Link.tsx'

type ContactLinksProps = { studio: Studio; emailHref?: string | undefined }

/** Links to the studio's email address, phone, and WhatsApp number. A link's text never breaks across lines. */
export function ContactLinks({ studio, emailHref }: ContactLinksProps) {
  return contactLinks(studio).map(({ text, to }, i) => (
    <Fragment key={to}>
      {i > 0 && ', '}
      <Link to={(i === 0 && emailHref) || to}>{text.replaceAll(' ', '\u00a0')}</Link>
    </Fragment>
  ))
}
