import type { ReactNode } from 'react'

export function Chip({ isLate, children }: { isLate?: boolean; children: ReactNode }) {
  return <span className={isLate ? 'chip late' : 'chip'}>{children}</span>
}
