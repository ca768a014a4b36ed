import { labelOf } from '../../../platform/fields.ts'
import { emailKindName } from '../emails/email-name.ts'
import { formatCallTime, formatTime } from '../times.ts'

/** A field’s label: `nextTryAt` becomes “Next try”. */
export function formatFieldName(name: string): string {
  return specialNames[name] ?? labelOf(name.replace(/At$/, '').replaceAll('_', ' '))
}

/** Labels of fields whose names don’t explain themselves. */
const specialNames: Readonly<Record<string, string>> = {
  consent: 'Agreed to',
  consentWords: 'Agreed to',
  consentPage: 'Agreed on page',
  consentNetwork: 'Agreed from',
  consentAt: 'Agreed',
  unsubscribedAt: 'Unsubscribed',
  zone: 'Their time zone',
  of: 'What',
  until: 'Counted until',
}

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export function formatValue(value: unknown, { name = '', zone = 'UTC' } = {}): string {
  if (name === 'kind') return emailKindName(String(value))
  if (typeof value === 'string' && isoTime.test(value)) {
    const ms = Date.parse(value)
    return name === 'startsAt' || name === 'endsAt' ? formatCallTime(ms, zone) : formatTime(ms)
  }
  return value === true ? 'yes' : value === false ? 'no' : String(value)
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}
