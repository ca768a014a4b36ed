import { checkForm, type FormTexts, type FormValues } from '../../platform/form.ts'
import type { Form, FormContext } from '../../platform/http/form-route.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { acceptLead, type LeadDeps, type LeadResult } from './accept-lead.ts'
import { type ContactField, contactRules } from './lead.fields.ts'

export function contactForm(
  deps: LeadDeps,
  problems: Form<ContactField>['problems'],
  texts: FormTexts,
): Form<ContactField> {
  return {
    maxBytes: bodyLimits.contact,
    problems,
    check: (fields) => checkForm(contactRules, fields, texts),
    submit: ({ values, requestId, context }) => submitContact(deps, { ...values, requestId }, context),
  }
}

export async function submitContact(
  deps: LeadDeps,
  { requestId, ...words }: FormValues<ContactField> & { requestId?: string | undefined },
  context: FormContext,
): Promise<LeadResult> {
  return await acceptLead(
    deps,
    { words, requestId, context },
    {
      kind: 'contact',
      posts: deps.limits.contactPosts,
      resolveConflict: (known, { kind, name, email, project }) =>
        known.kind === kind && known.name === name && known.email === email && known.project === project
          ? 'repeat'
          : 'other',
    },
  )
}
