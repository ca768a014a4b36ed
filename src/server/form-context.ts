import type { SpamSigns } from '../lib/spam-score.ts'
import type { FormRequest } from './form-request.ts'

/** Where a form came from, as far as the page's script, or else the browser's headers, tell. */
export type FormContext = SpamSigns & { page: URL | null; requestId: string }

/** @param request as `readFormRequest` has passed it: an Origin is the site's own */
export function readFormContext({ answerAs, fields }: FormRequest, headers: Headers): FormContext {
  const elapsedMs = fields['elapsedMs']
  return {
    page: URL.parse(textOf(fields['page']) || (headers.get('referer') ?? ''), 'http://page.invalid'),
    honeypot: textOf(fields['website']) !== '',
    elapsedMs: typeof elapsedMs === 'number' ? elapsedMs : undefined,
    isPlainForm: answerAs === 'page' && headers.has('origin'),
    requestId: textOf(fields['requestId']),
  }
}

/** '' for what is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
