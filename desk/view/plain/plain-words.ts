import { emailName } from '../emails/email-name.ts'
import { callMoment, moment } from '../times.ts'

/** Names that don’t explain themselves. */
const names: Readonly<Record<string, string>> = {
  consent: 'Agreed to',
  consentWords: 'Agreed to',
  consentPage: 'Agreed on page',
  consentNetwork: 'Agreed from',
  consentAt: 'Agreed',
  unsubscribedAt: 'Left',
  zone: 'Their time zone',
  of: 'What',
  until: 'Counted until',
}

/** Label of a field: `nextTryAt` becomes “Next try”. */
export function plainName(name: string): string {
  const words = name
    .replace(/At$/, '')
    .replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return names[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export function plainText(value: unknown, { name = '', zone = 'UTC' } = {}): string {
  if (name === 'kind') return emailName(String(value))
  if (typeof value === 'string' && isoTime.test(value)) {
    const ms = Date.parse(value)
    return name === 'startsAt' || name === 'endsAt' ? callMoment(ms, zone) : moment(ms)
  }
  return value === true ? 'yes' : value === false ? 'no' : String(value)
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** Why an address gets no newsletter. */
export const suppressionReasons = {
  unsubscribed: 'they unsubscribed',
  removed: 'you unsubscribed them',
  bounced: 'their mail server says the address doesn’t exist',
  complained: 'they reported it as spam',
  forgotten: 'they were forgotten',
} as const
