import './WhyChoose.css'
import type { Home } from '../../../content/home/home.ts'
import type { Offers } from '../../../content/offers.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Ranges } from '../../../ui/Headline.tsx'
import { Section } from '../../../ui/Section.tsx'
import { ScaleDrawing } from './ScaleDrawing.tsx'

type WhyChooseProps = Home['whyChoose'] & { leadTimes: Offers['leadTimes'] }

export function WhyChoose({ heading, remark, scale, items, callToAction, leadTimes }: WhyChooseProps) {
  return (
    <Section id="why-choose" heading={heading} remark={remark}>
      <ScaleDrawing words={scale} leadTimes={leadTimes} />
      <ul className="reasons pair">
        {items.map(({ title, icon, description }) => (
          <li key={title}>
            <Glyph name={icon} />
            <h3>{title}</h3>
            <p>
              <Ranges text={description} />
            </p>
          </li>
        ))}
      </ul>
      <p className="why-call serif large">
        <span>{callToAction.question}</span>{' '}
        <a className="button" href="#contact">
          {callToAction.link}
        </a>
      </p>
    </Section>
  )
}
