import './IllustratedPage.css'
import type { ReactNode } from 'react'
import { Drawing } from './Drawing.tsx'
import { Headline } from './Headline.tsx'

export type IllustratedPageProps = {
  title: string
  /** A link to the parent page, above the title. */
  back?: ReactNode
  /** Facts about the page below the title, such as its date. */
  details?: ReactNode
  intro?: ReactNode
  /** The page's thread continues the drawing's, which must end at the bottom edge, a fifth of the way from the left. */
  drawing: { viewBox: string; shapes: string } | undefined
  isLarge?: boolean
  className?: string
  children?: ReactNode
}

/** A page with a drawing next to its title. */
export function IllustratedPage(props: IllustratedPageProps) {
  const { title, back, details, intro, drawing, isLarge, className, children } = props
  const classes = ['drawn', !drawing && 'drawn-plain', isLarge && 'drawn-large', className]
  return (
    <article className={classes.filter(Boolean).join(' ')}>
      <header className="drawn-head">
        {back}
        <h1 className="display">
          <Headline text={title} />
        </h1>
        {details && <div className="drawn-remark remark">{details}</div>}
        <div className="drawn-lead">{intro}</div>
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
