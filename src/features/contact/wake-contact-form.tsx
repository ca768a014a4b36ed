import texts from 'virtual:built/contact-words'
import { hydrateRoot } from 'react-dom/client'
import { ContactForm } from './ContactForm.tsx'

/** Gives the built form its live states. */
export function wake(element: HTMLElement): void {
  hydrateRoot(element, <ContactForm texts={texts} />)
}
