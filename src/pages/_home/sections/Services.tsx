import './Services.css'
import type { ReactNode } from 'react'
import type { Home, serviceIcons } from '../../../content/home/home.ts'
import { Ranges } from '../../../ui/Headline.tsx'
import { Section } from '../../../ui/Section.tsx'

export function Services({ heading, remark, items }: Home['services']) {
  return (
    <Section id="services" heading={heading} remark={remark} className="services">
      {items.map(({ title, icon, notes, description, features }) => (
        <article key={title} className="service">
          <div>
            <h3 className="large">{title}</h3>
            <p>
              <Ranges text={description} />
            </p>
            <ul className="ruled">
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </div>
          <ServiceDrawing icon={icon} notes={notes} />
        </article>
      ))}
    </Section>
  )
}

type Icon = (typeof serviceIcons)[number]

const NOTES: Record<Icon, readonly { leader: string; x: number; y: number }[]> = {
  diamond: [
    { leader: 'm226 66 30-24h44', x: 242, y: 34 },
    { leader: 'm160 176 54 30h46', x: 220, y: 224 },
  ],
  sled: [{ leader: 'm214 26 26-18h80', x: 200, y: -4 }],
  box: [
    { leader: 'M236 82H262', x: 268, y: 88 },
    { leader: 'M236 208H262', x: 268, y: 214 },
  ],
  patch: [{ leader: 'm200 130 36-90h94', x: 192, y: 32 }],
}

const DRAWINGS: Record<Icon, ReactNode> = {
  diamond: (
    <>
      <path className="hatched" d="M160 18 272 98 160 222Z" />
      <path d="m160 18 112 80-112 124L48 98Zm0 48-34 70 34 42m0 44c10 8-8 14 2 24-8 6-6 10-2 14" />
      <path className="spar" d="M160 18v204M48 98c62-16 162-16 224 0" />
      <path className="thread" d="M126 136C84 152 44 190 16 258" />
    </>
  ),
  sled: (
    <>
      <path className="hatched" d="m218 28 50 90-36 54c-4-52-8-102-14-144" />
      <path d="M102 28c36-14 80-14 116 0l50 90-36 54c-38-16-106-16-144 0l-36-54Zm58 46 16 32h-32Z" />
      <path className="spar" d="M102 28c-6 42-10 92-14 144M218 28c6 42 10 92 14 144" />
      <path className="thread" d="m52 118 98 126 118-126M150 244c-4 10-12 16-22 22" />
    </>
  ),
  box: (
    <>
      <path className="hatched" d="m142 88 92-32v56l-92 34Zm0 124 92-32v56l-92 34Z" />
      <path d="m66 62 92-32 76 26-92 32Zm0 0v56l76 28V88m0 58 92-34V56M66 186l76 26 92-32m-168 6v56l76 28v-58m0 58 92-34v-56m-168 6 28-10m140 4-44-15M158 30v52" />
      <path className="spar" d="M66 52V252M142 78V280M234 46V246" />
      <path d="M158 20v10m0 110v66" />
      <path className="thread" d="M66 90 22 190l44 32m-44-32c-4 30-10 50-22 72" />
    </>
  ),
  patch: (
    <>
      <path d="m146 14 146 94-162 142L30 86Zm-66 90c12 14 6 22 18 34s6 20 16 28m50-54 72 8-30 56-50-4Z" />
      <path className="spar" d="M146 14c4 76 0 156-16 236M30 86c90-10 190 2 262 22" />
      <path className="hatched" d="m164 112 72 8-30 56-50-4Z" />
      <path className="service-seam" d="M80 104c12 14 6 22 18 34s6 20 16 28m50-54 72 8-30 56-50-4Z" />
      <path className="thread" d="M206 176c42 38 70 50 94 16" />
      <path d="m286 214 44-64c4-4 8 0 5 4l-44 63Zm40-54 5-7" />
    </>
  ),
}

function ServiceDrawing({ icon, notes }: { icon: Icon; notes: readonly string[] }) {
  return (
    <svg viewBox="0 -16 350 306" aria-hidden="true">
      {DRAWINGS[icon]}
      {notes.map((note, i) => {
        const place = NOTES[icon][i]
        return (
          place && (
            <g key={note}>
              <path d={place.leader} />
              <text x={place.x} y={place.y}>
                {note}
              </text>
            </g>
          )
        )
      })}
    </svg>
  )
}
