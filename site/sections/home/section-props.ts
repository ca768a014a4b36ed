import type { ReactNode } from 'react'
import type { Drawings } from '../../../platform/content/drawings.ts'
import type { SectionCopy, SectionKind } from '../../../platform/content/home/section-schemas.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import type { ThreadSide } from '../../ui/Thread.tsx'

export type SectionProps<Kind extends SectionKind> = SectionCopy[Kind] & SectionContext

/** Props the home page passes to every section. */
export type SectionContext = {
  id: string
  studio: Studio
  drawings: Drawings
  side: ThreadSide
  isLast: boolean
  /** The contact form's URL. */
  contact: string
  children: ReactNode
}
