import './Pricing.css'
import type { Home } from '../../../content/home/home.ts'
import type { Offers } from '../../../content/offers.ts'
import { ThreadBand } from '../../../ui/ThreadBand.tsx'

type PricingProps = Home['pricing'] & { offer: Offers['startingFrom'] }

export function Pricing({ heading, text, from, or, button, offer }: PricingProps) {
  return (
    <>
      <section id="pricing" className="pricing" aria-labelledby="pricing-heading">
        <div className="pricing-words section">
          <h2 id="pricing-heading">{heading}</h2>
          <p>{text}</p>
        </div>
        <ThreadBand way="right-tag" />
        <div className="tag">
          <h3 className="large">{offer.title}</h3>
          <p className="remark">{from}</p>
          <p className="tag-price serif">
            {offer.inr.toLocaleString('en-US')} <small>INR</small>
          </p>
          <p className="serif large">
            {or} {offer.usd.toLocaleString('en-US')} USD
          </p>
          <ul className="tag-terms pair">
            {offer.terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
          <a className="button" href="#contact">
            {button}
          </a>
        </div>
      </section>
      <ThreadBand way="tag-margin" />
    </>
  )
}
