import type { ReactNode } from 'react'

type HeadProps = { title: string; about?: ReactNode; actions?: ReactNode }

/** A view’s head: the title, a line below it, and actions on the right. */
export function Head({ title, about, actions }: HeadProps) {
  return (
    <div className="head">
      <div>
        <h1>{title}</h1>
        {about && <p>{about}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  )
}

/** A view without a list. @param isWide makes space for the calendar’s week */
export function Page({ isWide, children, ...head }: HeadProps & { isWide?: boolean; children?: ReactNode }) {
  return (
    <main tabIndex={-1} className={isWide ? 'page wide' : 'page'}>
      <Head {...head} />
      {children}
    </main>
  )
}

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode; className?: string }

/** A section of a view. @param aside a link or a number next to the title */
export function Section({ title, aside, children, className }: SectionProps) {
  return (
    <section className={className}>
      <h2>
        {title}
        {aside}
      </h2>
      {children}
    </section>
  )
}
