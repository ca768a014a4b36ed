import type { FormRequest } from './form-request.ts'

/** Where a form came from, as far as the page's script, or else the browser's headers, tell. */
export type FormContext = {
  page: URL | null
  /** Whether the field that people do not see was filled. */
  honeypot: boolean
  elapsedMs: number | undefined
  requestId: string
}

/** In characters: room for a path and for what advertisements add. What is longer is cut, not refused. */
const longestAddress = 4096

export function readFormContext(fields: FormRequest['fields'], headers: Headers): FormContext {
  const elapsedMs = fields['elapsedMs']
  const page = textOf(fields['page']) || (headers.get('referer') ?? '')
  return {
    page: URL.parse(page.slice(0, longestAddress), 'http://page.invalid'),
    honeypot: textOf(fields['website']) !== '',
    elapsedMs: typeof elapsedMs === 'number' ? elapsedMs : undefined,
    requestId: textOf(fields['requestId']),
  }
}

/** '' for what is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
