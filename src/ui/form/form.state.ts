import type { FormErrors } from '../../lib/form.ts'

export type FormState = {
  status: 'idle' | 'sending' | 'sent'
  errors?: FormErrors
  reference?: string
}

export type FormEvent =
  | { type: 'submitted' }
  | { type: 'refused'; errors: FormErrors }
  | { type: 'stored'; reference: string }
  | { type: 'shownLongEnough' }

export const successShownMs = 5000

export function nextFormState(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'submitted':
      return { status: 'sending' }
    case 'refused':
      return { status: 'idle', errors: event.errors }
    case 'stored':
      return { status: 'sent', reference: event.reference }
    case 'shownLongEnough':
      return state.status === 'sent' ? { status: 'idle' } : state
  }
}
