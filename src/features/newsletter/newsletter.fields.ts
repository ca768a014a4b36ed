import type { FormRules } from '../../lib/form.ts'
import { maxAddressLength } from '../../lib/mail/mail-address.ts'

export const newsletterRules = {
  email: { kind: 'email', most: maxAddressLength, autoComplete: 'email' },
} as const satisfies FormRules
