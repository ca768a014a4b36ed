import type { ReactNode } from 'react'
import type { Drawing } from '../../../platform/content/drawings.ts'
import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { ContactLinks } from '../../ui/ContactLinks.tsx'
import { DrawnPage } from '../../ui/DrawnPage.tsx'

type ContactPageProps = {
  words: SectionWords['contact']
  studio: Studio
  drawing: Drawing | undefined
  children: ReactNode
}

export function ContactPage({ words: { heading, text, direct }, studio, drawing, children }: ContactPageProps) {
  return (
    <DrawnPage title={heading} drawing={drawing} lead={<p>{text}</p>}>
      {children}
      <p>
        {direct} <ContactLinks studio={studio} />
      </p>
    </DrawnPage>
  )
}
