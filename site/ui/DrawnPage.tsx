import './DrawnPage.css'
import type { ReactNode } from 'react'
import { Drawing } from './Drawing.tsx'
import { Headline } from './Headline.tsx'

export type DrawnPageProps = {
  title: string
  back?: ReactNode
  remark?: ReactNode
  lead?: ReactNode
  /** Its thread must end at the bottom edge, a fifth of the way from the left, where the page's thread continues it. */
  drawing: { viewBox: string; shapes: string } | undefined
  isLarge?: boolean
  className?: string
  children?: ReactNode
}

export function DrawnPage({ title, back, remark, lead, drawing, isLarge, className, children }: DrawnPageProps) {
  return (
    <article
      className={['drawn', !drawing && 'drawn-plain', isLarge && 'drawn-large', className].filter(Boolean).join(' ')}
    >
      <header className="drawn-head">
        {back}
        <h1 className="display">
          <Headline text={title} />
        </h1>
        {remark && <div className="drawn-remark remark">{remark}</div>}
        <div className="drawn-lead">{lead}</div>
        {drawing && (
          <>
            <div className="drawn-place">
              <Drawing drawing={drawing} />
            </div>
            <svg className="drawn-band" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path className="thread" d="M100 0C100 80 0 20 0 100" />
            </svg>
          </>
        )}
      </header>
      <div className="drawn-body">{children}</div>
    </article>
  )
}
