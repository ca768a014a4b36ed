import './SiteFooter.css'
import type { Frame, Link, Newsletter } from '../../platform/content/site-words.ts'
import type { Studio } from '../../platform/content/studio.ts'
import { islandUrl } from '../build/island-url.ts'
import { NewsletterForm } from '../sections/newsletter/NewsletterForm.tsx'
import { TextList } from '../ui/TextList.tsx'

type SiteFooterProps = {
  studio: Studio
  footer: Frame['footer']
  services: readonly Link[]
  call: string | undefined
  newsletter: Newsletter['form'] | undefined
}

export function SiteFooter({ studio, footer, services, call, newsletter }: SiteFooterProps) {
  return (
    <footer className="footer">
      <div className="footer-columns">
        <div>
          <h2>{studio.name}</h2>
          <p>{studio.blurb}</p>
          <Links
            className="footer-social"
            label={footer.social}
            links={studio.social.map(({ network, url }) => ({ text: network, to: url }))}
          />
        </div>
        {services.length > 0 && (
          <div>
            <h2>{footer.services}</h2>
            <Links links={services} />
          </div>
        )}
        <div>
          <h2>{footer.company}</h2>
          <Links links={[...footer.companyLinks, ...(call === undefined ? [] : [{ text: call, to: '/call' }])]} />
        </div>
        <div>
          {newsletter && (
            <NewsletterForm id="newsletter" texts={newsletter} island={islandUrl('form')} heading={footer.updates} />
          )}
          <a href={`mailto:${studio.email}`}>{studio.email}</a>
        </div>
      </div>
      <div className="footer-foot">
        <p>{`© ${new Date().getUTCFullYear()} ${studio.name}`}</p>
        <Links className="footer-row" links={footer.legal} />
        <TextList items={footer.taglines} className="footer-row" />
      </div>
    </footer>
  )
}

function Links({ links, className, label }: { links: readonly Link[]; className?: string; label?: string }) {
  if (links.length === 0) return null
  return (
    <ul className={className} aria-label={label}>
      {links.map(({ text, to }) => (
        <li key={text}>
          <a href={to}>{text}</a>
        </li>
      ))}
    </ul>
  )
}
