import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

type BannerProps = { isLate?: boolean; isInk?: boolean; icon?: string; children: ReactNode; action?: ReactNode }

/** A message above the view’s content. @param isLate for something failed or overdue @param isInk for a pause */
export function Banner({ isLate, isInk, icon, children, action }: BannerProps) {
  const kind = isLate ? 'banner late' : 'banner'
  return (
    <div className={isInk ? `${kind} ink` : kind} role={isLate ? 'alert' : undefined}>
      {icon && <Icon name={icon} />}
      <p dir="auto">{children}</p>
      {action}
    </div>
  )
}
