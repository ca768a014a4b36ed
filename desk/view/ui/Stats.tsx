import type { ReactNode } from 'react'
import { Link } from 'wouter'

export type Stat = { label: string; value: string; about?: ReactNode; href?: string }

export function Stats({ stats, label }: { stats: readonly Stat[]; label?: string }) {
  return (
    <section className="stats" aria-label={label}>
      {stats.map(({ label: name, value, about, href }) => {
        const content = (
          <>
            {name}
            <span className="num">{value}</span>
            <small>{about}</small>
          </>
        )
        return href ? (
          <Link key={name} href={href}>
            {content}
          </Link>
        ) : (
          <div key={name}>{content}</div>
        )
      })}
    </section>
  )
}
