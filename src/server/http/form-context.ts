import type { SpamSigns } from '../../lib/net/spam-score.ts'
import type { FormRequest } from './form-request.ts'

/** Where a form came from, as far as the page's script, or else the browser's headers, tell. */
export type FormContext = SpamSigns & { page: URL | null; requestId: string }

/** In characters: room for a path and for what advertisements add. What is longer is cut, not refused. */
const longestAddress = 4096

/** @param request as `readFormRequest` has passed it: an Origin is the site's own */
export function readFormContext({ answerAs, fields }: FormRequest, headers: Headers): FormContext {
  const elapsedMs = fields['elapsedMs']
  const page = textOf(fields['page']) || (headers.get('referer') ?? '')
  return {
    page: URL.parse(page.slice(0, longestAddress), 'http://page.invalid'),
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
