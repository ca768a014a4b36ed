import { z } from 'zod'

/** A failed attempt: its time (ms since 1970) and the mail server's response, without addresses. */
export type Failure = z.infer<typeof failure>

const failure = z.object({ at: z.number(), answer: z.string() })
/** How many recent failures to keep, more than the outbox's own retries. */
const maxFailures = 20

export function readFailures(json: string | null): Failure[] {
  return json === null ? [] : z.array(failure).parse(JSON.parse(json))
}

export function addFailure(json: string | null, failure: Failure): string {
  return JSON.stringify([...readFailures(json), failure].slice(-maxFailures))
}

const noAddress = 'This address doesn’t exist.'
const noDomain = 'This domain doesn’t accept email.'
const invalidAddress = 'This isn’t a valid email address.'

/** Codes from RFC 3463 and RFC 7505, without 5.2.2 (mailbox full) and 5.7.x (policy). */
const deadAddressStatuses: Readonly<Record<string, string>> = {
  '5.1.1': noAddress,
  '5.1.2': noDomain,
  '5.1.3': invalidAddress,
  '5.1.6': noAddress,
  '5.1.10': noDomain,
  '5.2.1': noAddress,
}
const deadAddressPhrases =
  /\b(?:(?:unknown|no such|invalid) (?:user|mailbox|recipient|account|person)|no mailbox here|(?:user|mailbox|recipient|account|address) (?:is |has been )?(?:unknown|not found|does(?: not|n't) exist|disabled|inactive))\b/i

/** Patterns of problems in servers' responses, with the reason to show the owner. The first match wins. */
const reasons: readonly [pattern: RegExp, reason: string][] = [
  [/certificate|self-signed/i, 'The mail server’s certificate isn’t valid.'],
  [/ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|getaddrinfo/, 'The mail server isn’t responding.'],
  [/no answer|in time|connection was closed|timeout/i, 'The mail server didn’t answer.'],
  [/no email can be written/, invalidAddress],
  [/could not render/, 'Couldn’t render the email. Check your content with doctor.'],
  [/^53\d|5\.7\.8|authentication (?:failed|required)/i, 'The mail server refused your login.'],
  [/spam|blocked|blacklist|blocklist|reputation/i, 'The server refused it as spam.'],
  [/\b(?:spf|dkim|dmarc|5\.7\.2\d)\b/i, 'Your domain’s SPF, DKIM, or DMARC record failed.'],
  [/5\.4\.5|limit exceeded|too many|quota exceeded|rate/i, 'You’ve reached a sending limit.'],
  [/[45]\.2\.2|mailbox (?:is )?full|over quota/i, 'The mailbox is full.'],
  [/[45]\.[23]\.[34]|too (?:large|big)/i, 'The email is too large.'],
  [/relay|sender/i, 'The mail server doesn’t send email for your address.'],
  [/^4\d\d/, 'The server asked to try again later.'],
  [/^5\d\d/, 'The server refused it.'],
]

/** Explains an email's failure in plain English. @param answer the mail server's response, or the reason there's none */
export function explainAnswer(answer: string): string {
  const [, reason = 'Couldn’t send it.'] = reasons.find(([pattern]) => pattern.test(answer)) ?? []
  return explainDeadAddress(answer) ?? reason
}

export function reportsDeadAddress(answer: string): boolean {
  return explainDeadAddress(answer) !== undefined
}

/** Reads the enhanced status code. If it's missing or ends in 0, matches the response's words instead. */
function explainDeadAddress(answer: string): string | undefined {
  const [, status = '.0'] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(answer) ?? []
  if (!status.endsWith('.0')) return deadAddressStatuses[status]
  return deadAddressPhrases.test(answer) ? noAddress : undefined
}
