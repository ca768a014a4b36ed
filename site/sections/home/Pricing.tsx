import type { Offer } from '../../../platform/content/facts/offers.ts'
import { Price } from '../../ui/Headline.tsx'
import { SectionHeading } from '../../ui/Section.tsx'
import { TextList } from '../../ui/TextList.tsx'
import { ThreadBand } from '../../ui/Thread.tsx'
import type { SectionProps } from './section-props.ts'

export function Pricing({ id, name, heading, text, offers, side, contact, ...copy }: SectionProps<'pricing'>) {
  return (
    <>
      <section id={id} className="pricing">
        <div className="pricing-words section">
          <h2>
            <SectionHeading name={name} heading={heading} />
          </h2>
          <p>{text}</p>
        </div>
        <ThreadBand path={side === 'right' ? 'right-tag' : 'margin-tag'} />
        <div>
          {offers.map((offer) => (
            <PriceTag key={offer.name} offer={offer} copy={copy} contact={contact} />
          ))}
        </div>
      </section>
      <ThreadBand path="tag-margin" />
    </>
  )
}

type PriceTagProps = { offer: Offer; copy: Pick<SectionProps<'pricing'>, 'from' | 'or' | 'button'>; contact: string }

function PriceTag({ offer, copy, contact }: PriceTagProps) {
  const { name, isFrom, prices, per, terms } = offer
  const [firstPrice, ...otherPrices] = prices
  return (
    <div className="tag">
      <h3 className="large">{name}</h3>
      {isFrom && <p className="remark">{copy.from}</p>}
      {firstPrice && (
        <p className="tag-price serif">
          <Price text={firstPrice.written} />
        </p>
      )}
      {otherPrices.map(({ written }) => (
        <p key={written} className="serif large">
          {`${copy.or} ${written}`}
        </p>
      ))}
      {per && <p className="remark">{per}</p>}
      <TextList items={terms} className="tag-terms pair" />
      <a className="button" href={contact}>
        {copy.button}
      </a>
    </div>
  )
}
