import { type ComponentProps, createContext, useContext } from 'react'
import type { PageStudio } from '../../server/view-files.ts'

/** Facts about the studio, which are embedded in the page, so the first view doesn’t have to request them. */
export const StudioContext = createContext<PageStudio>({ name: 'Studio', zone: 'UTC', siteUrl: '' })

export function useStudio(): PageStudio {
  return useContext(StudioContext)
}

/** A link that opens a page of the site in a new tab. */
export function SiteLink({ path, ...link }: ComponentProps<'a'> & { path: string }) {
  return <a href={useStudio().siteUrl + path} target="_blank" rel="noreferrer" {...link} />
}
