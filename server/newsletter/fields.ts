import { emailField, type Fields } from '../../platform/fields.ts'

export const newsletterFields = { email: emailField } as const satisfies Fields
