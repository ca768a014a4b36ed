import type { Offer } from '../../../platform/content/facts/offers.ts'
import { Price } from '../../ui/Headline.tsx'
import { SectionHeading } from '../../ui/Section.tsx'
import { TextList } from '../../ui/TextList.tsx'
import { ThreadBand } from '../../ui/Thread.tsx'
import type { SectionProps } from './section-props.ts'

export function Pricing({ id, name, heading, text, offers, side, contact, ...words }: SectionProps<'pricing'>) {
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
            <Tag key={offer.name} offer={offer} words={words} contact={contact} />
          ))}
        </div>
      </section>
      <ThreadBand path="tag-margin" />
    </>
  )
}

type TagProps = { offer: Offer; words: Pick<SectionProps<'pricing'>, 'from' | 'or' | 'button'>; contact: string }

function Tag({ offer: { name, isFrom, prices, per, terms }, words: { from, or, button }, contact }: TagProps) {
  const [first, ...others] = prices
  return (
    <div className="tag">
      <h3 className="large">{name}</h3>
      {isFrom && <p className="remark">{from}</p>}
      {first && (
        <p className="tag-price serif">
          <Price text={first.written} />
        </p>
      )}
      {others.map(({ written }) => (
        <p key={written} className="serif large">
          {`${or} ${written}`}
        </p>
      ))}
      {per && <p className="remark">{per}</p>}
      <TextList items={terms} className="tag-terms pair" />
      <a className="button" href={contact}>
        {button}
      </a>
    </div>
  )
}
