import texts from 'virtual:built/contact-words'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { ContactForm } from './ContactForm.tsx'

/** Gives the built form its live states. */
export function wake(element: HTMLElement): void {
  // A press that was held comes right after.
  flushSync(() => {
    hydrateRoot(element, <ContactForm texts={texts} />)
  })
}
