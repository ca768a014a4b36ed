import { checkForm, type FormTexts, type Given } from '../../platform/fields.ts'
import type { Form, FormContext } from '../../platform/http/form-route.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { acceptLead, type LeadDeps, type LeadResult } from './accept-lead.ts'
import { contactFields } from './fields.ts'

type ContactForm = Form<keyof typeof contactFields>

export function contactForm(deps: LeadDeps, problems: ContactForm['problems'], texts: FormTexts): ContactForm {
  return {
    maxBytes: bodyLimits.contact,
    problems,
    check: (fields) => checkForm(contactFields, fields, texts),
    submit: ({ values, requestId, context }) => submitContact(deps, { ...values, requestId }, context),
  }
}

export async function submitContact(
  deps: LeadDeps,
  { requestId, ...words }: Given<typeof contactFields> & { requestId?: string | undefined },
  context: FormContext,
): Promise<LeadResult> {
  return await acceptLead(deps, { kind: 'contact', words, requestId, context })
}
