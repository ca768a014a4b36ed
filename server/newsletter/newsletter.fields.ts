import { maxAddressLength } from '../../platform/email/mail-address.ts'
import type { FormRules } from '../../platform/form.ts'

export const newsletterRules = {
  email: { kind: 'email', most: maxAddressLength, autoComplete: 'email' },
} as const satisfies FormRules
