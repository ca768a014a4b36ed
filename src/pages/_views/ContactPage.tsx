import type { ReactNode } from 'react'
import type { SectionWords } from '../../content/home/section-schemas.ts'
import { KitePage } from '../../ui/kite/KitePage.tsx'

type ContactPageProps = {
  words: SectionWords['contact']
  email: string
  children: ReactNode
}

export function ContactPage({ words: { heading, text, direct }, email, children }: ContactPageProps) {
  return (
    <KitePage title={heading} charm="sheet" lead={<p>{text}</p>}>
      {children}
      <p>
        {direct} <a href={`mailto:${email}`}>{email}</a>
      </p>
    </KitePage>
  )
}
