import type { ReactNode } from 'react'

type LinkProps = { to: string; rel?: 'me' | 'next' | 'prev' | undefined; children: ReactNode }

/** A standalone link, tall enough to tap. */
export function Link({ to, rel, children }: LinkProps) {
  return (
    <a className="link" href={to} rel={rel}>
      {children}
    </a>
  )
}
