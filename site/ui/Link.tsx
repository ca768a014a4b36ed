import type { ReactNode } from 'react'

type LinkProps = { to: string; rel?: 'me' | 'next' | 'prev' | undefined; children: ReactNode }

/** A link on a line of its own, tall enough to tap. */
export function Link({ to, rel, children }: LinkProps) {
  return (
    <a className="link" href={to} rel={rel}>
      {children}
    </a>
  )
}

type LinkListProps = { links: readonly { text: string; to: string }[]; className?: string; label?: string }

export function LinkList({ links, className, label }: LinkListProps) {
  if (links.length === 0) return null
  return (
    <ul className={className} aria-label={label}>
      {links.map(({ text, to }) => (
        <li key={text}>
          <Link to={to}>{text}</Link>
        </li>
      ))}
    </ul>
  )
}
