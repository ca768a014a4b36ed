import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { change, type ResultOf } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'

export function LeadActions({ lead }: { lead: ResultOf<'leads.show'> }) {
  const { reference, status, email, answered_at } = lead
  const { runChange } = useChanges()
  const references = [reference]
  const isAnswered = answered_at !== null
  const toggleAnswered = () =>
    runChange(
      'leads.answered',
      { references, undo: isAnswered },
      { undo: () => change('leads.answered', { references, undo: !isAnswered, at: answered_at ?? undefined }) },
    )
  const mark = (verdict: typeof status) =>
    runChange(
      'leads.mark',
      { reference, verdict },
      { undo: () => change('leads.mark', { reference, verdict: status }) },
    )
  return (
    <div className="actions">
      <a className="button" href={replyLink(lead)} aria-keyshortcuts="r">
        Reply by email
      </a>
      <Link className="quiet" href={`/person?email=${encodeURIComponent(email)}`}>
        Show person
      </Link>
      <ActionButton label={isAnswered ? 'Mark as unanswered' : 'Mark as answered'} shortcut="e" run={toggleAnswered} />
      {status !== 'ok' && <ActionButton label="Not spam" run={() => mark('ok')} />}
      {status !== 'spam' && <ActionButton label="Mark as spam" question={spamLosses(lead)} run={() => mark('spam')} />}
    </div>
  )
}

type Lead = Pick<ResultOf<'leads.show'>, 'reference' | 'email' | 'name' | 'text'>

/** Browsers and mail programs accept about 2,000 characters in an address. */
const maxQuotedCharacters = 1_000

/** A draft in the owner’s mail program, with the visitor’s words below (RFC 6068). */
export function replyLink({ reference, email, name, text }: Lead): string {
  const truncated = text.length > maxQuotedCharacters ? `${text.slice(0, maxQuotedCharacters).trimEnd()} …` : text
  const quote = truncated
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n')
  const body = `\r\n\r\n${name.trim() || email} wrote:\r\n${quote}\r\n`
  const query = [`subject=${encodeURIComponent(`Re: your message ${reference}`)}`, `body=${encodeURIComponent(body)}`]
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${query.join('&')}`
}

/** What marking a lead as spam deletes; undefined if it can be undone. */
function spamLosses({ callAt, emails }: Pick<ResultOf<'leads.show'>, 'callAt' | 'emails'>): string | undefined {
  const unsent = emails.filter(({ state }) => state === 'queued' || state === 'failed').length
  const losses = [
    unsent > 0 ? `${counted(unsent, 'unsent email')} about it will be deleted` : [],
    callAt !== null ? 'the time of its call will be free' : [],
  ].flat()
  return losses.length === 0 ? undefined : `This can’t be undone: ${losses.join(', and ')}.`
}
