import './KitePage.css'
import type { ReactNode } from 'react'
import { Headline } from '../Headline.tsx'
import { FlownKite } from './FlownKite.tsx'
import { type Flight, type FlyingKite, flyingKite } from './flying-kite.ts'

/** The line leaves the box at its foot, a fifth of the way from the left. */
export const pageFlight: Flight = { at: [214, 122], size: 222, wind: 1 }

const charms = {
  letter: 'M108 282 184 262 196 306 120 326ZM108 282 158 298 184 262',
  sheet: 'M114 272 166 262 178 322 126 332ZM126 284 160 277M128 296 163 289M131 308 152 304',
  lens: 'M112 292C112 262 158 262 158 292S112 322 112 292ZM120 292C120 273 150 273 150 292S120 311 120 292ZM153 307 176 332 182 326 158 302Z',
  map: 'M96 280 120 272 146 282 172 272V318L146 328 120 318 96 326ZM120 272V318M146 282V328M102 312C112 290 128 312 164 284',
}

type KitePageProps = {
  title: string
  back?: ReactNode
  remark?: ReactNode
  lead?: ReactNode
  /** Drawn large; without it, a small one follows from the title. */
  kite?: FlyingKite
  charm?: keyof typeof charms
  className?: string
  children?: ReactNode
}

export function KitePage({ title, back, remark, lead, kite, charm, className = '', children }: KitePageProps) {
  return (
    <article className={`kite-page ${kite ? 'kite-large ' : ''}${className}`.trimEnd()}>
      <header className="kite-head">
        {back}
        <h1 className="display">
          <Headline text={title} />
        </h1>
        {remark && <div className="kite-remark remark">{remark}</div>}
        <div className="kite-lead">{lead}</div>
        <div className="kite-place">
          <svg viewBox="50 10 350 390" aria-hidden="true">
            <FlownKite kite={kite ?? flyingKite(title, 5, pageFlight)} line="M214 122C222 250 120 262 120 400" />
            {charm && <path className="kite-charm" d={charms[charm]} />}
          </svg>
        </div>
        <svg className="kite-band" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className="thread" d="M100 0C100 80 0 20 0 100" />
        </svg>
      </header>
      <div className="kite-body">{children}</div>
    </article>
  )
}
