import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** Details that expand below a summary. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary>
        <Icon name="right" />
        {title}
      </summary>
      {children}
    </details>
  )
}
