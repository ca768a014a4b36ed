import type { ContactErrors } from './ContactFormView.tsx'

/** The form's life: idle, sending, sent, and five seconds later idle again (specification, section 4). */
export type ContactFormState = {
  status: 'idle' | 'sending' | 'sent'
  errors?: ContactErrors
  /** Of the last request that was stored. */
  reference?: string
}

export type ContactFormEvent =
  | { type: 'submitted' }
  | { type: 'refused'; errors: ContactErrors }
  | { type: 'stored'; reference: string }
  | { type: 'shownLongEnough' }

/** How long the success message stands before the empty form comes back. */
export const successShownMs = 5000

export function nextContactFormState(state: ContactFormState, event: ContactFormEvent): ContactFormState {
  switch (event.type) {
    case 'submitted':
      // The error clears at each new attempt; a second click while one is under way changes nothing.
      return { status: 'sending' }
    case 'refused':
      return { status: 'idle', errors: event.errors }
    case 'stored':
      return { status: 'sent', reference: event.reference }
    case 'shownLongEnough':
      return state.status === 'sent' ? { status: 'idle' } : state
  }
}
