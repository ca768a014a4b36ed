import { z } from 'zod'

/** When an attempt failed (ms since 1970), and the mail server's answer, without addresses. */
export type Failure = z.infer<typeof failure>

const failure = z.object({ at: z.number(), answer: z.string() })
const maxFailures = 20

export function readFailures(json: string | null): Failure[] {
  return json === null ? [] : z.array(failure).parse(JSON.parse(json))
}

export function addFailure(json: string | null, failure: Failure): string {
  return JSON.stringify([...readFailures(json), failure].slice(-maxFailures))
}

type Reason = { status?: RegExp; words?: RegExp; says: string }

/** Enhanced status codes without their class (RFC 3463, RFC 7504, RFC 7505), and what servers write instead. */
const reasons: readonly Reason[] = [
  { words: /certificate|self-signed/i, says: 'The mail server’s certificate isn’t valid.' },
  { words: /ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|getaddrinfo/, says: 'The mail server isn’t responding.' },
  { words: /no answer|in time|connection was closed|timeout/i, says: 'The mail server didn’t answer.' },
  { words: /no email can be written/, says: 'This isn’t a valid email address.' },
  { words: /could not render/, says: 'The email couldn’t be rendered. Check your content with doctor.' },
  { status: /^7\.8$/, words: /^53\d|authentication (?:failed|required)/i, says: 'The mail server refused your login.' },
  { words: /spam|blocked|blacklist|blocklist|reputation/i, says: 'The server refused it as spam.' },
  { status: /^7\.2[0-9]$/, words: /\b(?:spf|dkim|dmarc)\b/i, says: 'Your domain’s SPF, DKIM, or DMARC record failed.' },
  { status: /^4\.5$/, words: /limit exceeded|too many|quota exceeded|rate/i, says: 'You’ve reached a sending limit.' },
  { status: /^(?:1\.(?:1|6)|2\.1)$/, says: 'This address doesn’t exist.' },
  { status: /^1\.(?:2|10)$/, says: 'This domain doesn’t accept email.' },
  { status: /^1\.3$/, says: 'This isn’t a valid email address.' },
  { status: /^2\.2$/, words: /mailbox (?:is )?full|over quota/i, says: 'The mailbox is full.' },
  { status: /^[23]\.[34]$/, words: /too (?:large|big)/i, says: 'The email is too large.' },
  { words: /no such|unknown|not found|n[o']t exist/i, says: 'This address doesn’t exist.' },
  { words: /relay|sender/i, says: 'The mail server doesn’t send email for your address.' },
  { words: /^4\d\d/, says: 'The server asked to try again later.' },
  { words: /^5\d\d/, says: 'The server refused it.' },
]

/** Says in plain words why an email failed. @param answer the mail server's, or why there was none */
export function explainAnswer(answer: string): string {
  const [, status = ''] = /^\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})\b/.exec(answer) ?? []
  const reason = reasons.find((each) => each.status?.test(status) || each.words?.test(answer))
  return reason?.says ?? 'It couldn’t be sent.'
}
