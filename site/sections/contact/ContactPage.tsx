import type { ReactNode } from 'react'
import type { Drawing } from '../../../platform/content/drawings.ts'
import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import { DrawnPage } from '../../ui/DrawnPage.tsx'

type ContactPageProps = {
  words: SectionWords['contact']
  email: string
  drawing: Drawing | undefined
  children: ReactNode
}

export function ContactPage({ words: { heading, text, direct }, email, drawing, children }: ContactPageProps) {
  return (
    <DrawnPage title={heading} drawing={drawing} lead={<p>{text}</p>}>
      {children}
      <p>
        {direct} <a href={`mailto:${email}`}>{email}</a>
      </p>
    </DrawnPage>
  )
}
