import './AnswerPage.css'
import type { ReactNode } from 'react'

type AnswerPageProps = { heading: string; children: ReactNode }

/** A page that answers somebody: one narrow column under its heading. */
export function AnswerPage({ heading, children }: AnswerPageProps) {
  return (
    <div className="answer">
      <h1>{heading}</h1>
      {children}
    </div>
  )
}
