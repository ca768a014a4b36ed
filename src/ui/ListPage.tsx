import './ListPage.css'
import type { ReactNode } from 'react'

type ListPageProps = {
  heading: string
  remark?: string
  aside?: ReactNode
  children: ReactNode
}

export function ListPage({ heading, remark, aside, children }: ListPageProps) {
  return (
    <div className="list-page">
      <header>
        <div>
          {remark && <p className="remark">{remark}</p>}
          <h1 className="display">{heading}</h1>
        </div>
        {aside}
      </header>
      {children}
    </div>
  )
}
