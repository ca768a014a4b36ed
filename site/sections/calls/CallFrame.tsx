import './call.css'
import type { ReactNode } from 'react'
import { siteContent } from '../../../platform/content/site-content.ts'
import { Drawing } from '../../ui/Drawing.tsx'

type CallFrameProps = {
  title: string
  /** Content below the title. */
  head?: ReactNode
  /** Content next to the drawing's thread. */
  side?: ReactNode
  /** Shows a kite without a thread, for pages without a call. */
  isLoose?: boolean
  children: ReactNode
}

/** The layout of all call pages: columns for the title, the drawing's thread, and the time. Phones have one column. */
export function CallFrame({ title, head, side, isLoose, children }: CallFrameProps) {
  const { kite, 'kite-loose': looseKite = kite, hills } = siteContent().drawings
  const drawing = isLoose ? looseKite : kite
  return (
    <div className={isLoose ? 'call call-loose' : 'call'}>
      <header className="call-head">
        <h1>{title}</h1>
        {head}
      </header>
      {side}
      {children}
      {drawing && <Drawing drawing={drawing} className="call-kite" />}
      {hills && <Drawing drawing={hills} className="call-hills" />}
    </div>
  )
}
