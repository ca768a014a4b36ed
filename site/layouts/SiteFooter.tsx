import './SiteFooter.css'
import type { Frame, Newsletter } from '../../platform/content/site-copy.ts'
import type { Studio } from '../../platform/content/studio.ts'
import type { FormTexts } from '../../platform/fields.ts'
import { islandUrl } from '../build/island-url.ts'
import { NewsletterForm } from '../sections/newsletter/NewsletterForm.tsx'
import { ContactLinks } from '../ui/ContactLinks.tsx'
import { LinkList } from '../ui/Link.tsx'
import { TextList } from '../ui/TextList.tsx'

type SiteFooterProps = {
  studio: Studio
  footer: Frame['footer']
  services: Frame['footer']['companyLinks']
  call: string | undefined
  newsletter: Newsletter['form'] | undefined
  texts: FormTexts
}

export function SiteFooter({ studio, footer, services, call, newsletter, texts }: SiteFooterProps) {
  const address = (
    <>
      <ContactLinks studio={studio} />
      {studio.postalAddress && <p>{studio.postalAddress}</p>}
    </>
  )
  return (
    <footer className="footer">
      <div className="footer-columns">
        <div>
          <h2>{studio.name}</h2>
          <p>{studio.blurb}</p>
          <LinkList
            className="row"
            label={footer.social}
            links={studio.social.map(({ network, url }) => ({ text: network, to: url }))}
          />
          {!newsletter && address}
        </div>
        {services.length > 0 && (
          <div>
            <h2>{footer.services}</h2>
            <LinkList links={services} />
          </div>
        )}
        <div>
          <h2>{footer.company}</h2>
          <LinkList links={[...footer.companyLinks, ...(call === undefined ? [] : [{ text: call, to: '/call' }])]} />
        </div>
        {newsletter && (
          <div>
            <NewsletterForm
              id="newsletter"
              copy={newsletter}
              texts={texts}
              island={islandUrl('form')}
              heading={footer.updates}
            />
            {address}
          </div>
        )}
      </div>
      <div className="footer-foot row">
        <p>{`© ${new Date().getUTCFullYear()} ${studio.name}`}</p>
        <LinkList className="row" links={footer.legal} />
        <TextList items={footer.taglines} className="row" />
      </div>
    </footer>
  )
}
