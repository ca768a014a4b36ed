import { type ComponentProps, createContext, useContext } from 'react'
import type { PageStudio } from '../../server/view-files.ts'

/** The studio’s facts. They’re in the page’s HTML, so the first view needs no request for them. */
export const StudioContext = createContext<PageStudio>({ name: 'Studio', zone: 'UTC', siteUrl: '' })

export function useStudio(): PageStudio {
  return useContext(StudioContext)
}

/** A link that opens a page of the site in a new tab. */
export function SiteLink({ path, ...link }: ComponentProps<'a'> & { path: string }) {
  return <a href={useStudio().siteUrl + path} target="_blank" rel="noreferrer" {...link} />
}
