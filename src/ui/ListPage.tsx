import './ListPage.css'
import type { ReactNode } from 'react'

type ListPageProps = { heading: string; remark?: string; children: ReactNode }

/** A page that leads to others. */
export function ListPage({ heading, remark, children }: ListPageProps) {
  return (
    <div className="list-page">
      {remark && <p className="remark">{remark}</p>}
      <h1 className="display">{heading}</h1>
      {children}
    </div>
  )
}
