import { Link } from 'wouter'
import type { ResultOf } from '../client.ts'
import { Confirm } from '../shell/Confirm.tsx'
import { useActions } from '../shell/notice.tsx'

type LeadActionsProps = { lead: ResultOf<'leads.show'> }

export function LeadActions({ lead }: LeadActionsProps) {
  const { reference, status } = lead
  const { change, notice } = useActions()
  const isAnswered = lead.answered_at !== null
  const answer = () =>
    notice(() => change('leads.answered', { references: [reference], undo: isAnswered }), {
      text: isAnswered ? `${reference} marked as unanswered.` : `${reference} marked as answered.`,
      undo: () =>
        change('leads.answered', { references: [reference], undo: !isAnswered, at: lead.answered_at ?? undefined }),
    })
  const mark = (to: typeof status) =>
    notice(() => change('leads.mark', { reference, verdict: to }), {
      text: to === 'spam' ? `${reference} marked as spam.` : `${reference} marked as not spam.`,
      undo: () => change('leads.mark', { reference, verdict: status }),
    })
  return (
    <div className="actions">
      <a className="button" href={replyLink(lead)} aria-keyshortcuts="r">
        Reply by email
      </a>
      <Link className="quiet" href={`/person?email=${encodeURIComponent(lead.email)}`}>
        Show person
      </Link>
      <button type="button" className="quiet" aria-keyshortcuts="e" onClick={() => void answer()}>
        {isAnswered ? 'Mark as unanswered' : 'Mark as answered'}
      </button>
      {status !== 'ok' && (
        <button type="button" className="quiet" onClick={() => void mark('ok')}>
          Not spam
        </button>
      )}
      {status !== 'spam' && (
        <Confirm label="Mark as spam" asks={spamLosses(lead)} go="Mark as spam" onGo={() => void mark('spam')} />
      )}
    </div>
  )
}

type Lead = Pick<ResultOf<'leads.show'>, 'reference' | 'email' | 'name' | 'text'>

/** Browsers and mail programs accept about 2,000 characters in an address. */
const maxQuoted = 1_000

/** A draft in the owner’s mail program, with the visitor’s words below (RFC 6068). */
export function replyLink({ reference, email, name, text }: Lead): string {
  const cut = text.length > maxQuoted ? `${text.slice(0, maxQuoted).trimEnd()} …` : text
  const quote = cut
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n')
  const body = `\r\n\r\n${name.trim() || email} wrote:\r\n${quote}\r\n`
  const query = [`subject=${encodeURIComponent(`Re: your message ${reference}`)}`, `body=${encodeURIComponent(body)}`]
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${query.join('&')}`
}

/** What marking a lead as spam deletes; undefined if it can be undone. */
export function spamLosses({ callAt, emails }: Pick<ResultOf<'leads.show'>, 'callAt' | 'emails'>): string | undefined {
  const unsent = emails.filter(({ state }) => state === 'queued' || state === 'failed').length
  const losses = [
    unsent > 0 ? `${unsent} unsent ${unsent === 1 ? 'email' : 'emails'} about it will be deleted` : [],
    callAt !== null ? 'the time of its call will be free' : [],
  ].flat()
  return losses.length === 0 ? undefined : `This can’t be undone: ${losses.join(', and ')}.`
}
