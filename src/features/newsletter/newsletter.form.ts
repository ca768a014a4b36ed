import { checkForm } from '../../lib/form.ts'
import type { Form } from '../../server/http/form-route.ts'
import { newsletterRules } from './newsletter.fields.ts'
import { subscribe } from './newsletter.service.ts'
import type { NewsletterDeps } from './newsletter-mails.ts'

export function newsletterForm(deps: NewsletterDeps, problems: Form<'email'>['problems']): Form<'email'> {
  return {
    maxBytes: 8 * 1024,
    problems,
    check: (fields) => checkForm(newsletterRules, fields),
    submit: async ({ values, requestId, context }) => {
      const result = await subscribe(deps, { ...values, requestId }, context)
      return result.outcome === 'taken' ? { ...result, outcome: 'stored' } : result
    },
  }
}
