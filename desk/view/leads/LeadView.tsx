import { useState } from 'react'
import { Link } from 'wouter'
import { oneLine, quoted } from '../../../platform/text/clean-text.ts'
import { change, type ResultOf, useRead } from '../client.ts'
import { emailKindName } from '../emails/email-name.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Facts } from '../shell/Facts.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { formatCallTime, formatTime } from '../times.ts'

export function LeadView({ reference }: { reference: string }) {
  return (
    <Loaded {...useRead('leads.show', { reference })}>
      {(lead) => (
        <>
          <h1>{lead.name || lead.email}</h1>
          <LeadActions lead={lead} />
          <div className="words">
            <p>{lead.text}</p>
          </div>
          <NoteForm reference={lead.reference} note={lead.note} />
          {lead.chat.length > 0 && (
            <section>
              <h2>Chat</h2>
              <div className="said">
                <Facts facts={lead.chat} />
              </div>
            </section>
          )}
          <section>
            <h2>Details</h2>
            <Facts facts={lead.facts} />
          </section>
          <section>
            <h2>History</h2>
            <History history={lead.history} zone={lead.zone} />
          </section>
        </>
      )}
    </Loaded>
  )
}

function History({ history, zone }: Pick<ResultOf<'leads.show'>, 'history' | 'zone'>) {
  return (
    <ol className="facts">
      {history.map(({ at, text, moment: callTime, email, isProblem }) => (
        <li key={`${email?.id} ${at} ${text}`}>
          <span className="second">{at === null ? 'unknown date' : formatTime(at)}</span>
          <span className={isProblem ? 'problem' : undefined}>
            {email && (
              <>
                <Link href={`/outbox/${email.id}?view=all`}>{emailKindName(email.kind)}</Link>{' '}
              </>
            )}
            {callTime === undefined ? text : `${text} ${formatCallTime(callTime, zone)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

function LeadActions({ lead }: { lead: ResultOf<'leads.show'> }) {
  const { reference, status, email, answered_at, callAt, emails } = lead
  const { runChange } = useChanges()
  const references = [reference]
  const isAnswered = answered_at !== null
  const toggleAnswered = () =>
    runChange(
      'leads.answered',
      { references, undo: isAnswered },
      { undo: () => change('leads.answered', { references, undo: !isAnswered, at: answered_at ?? undefined }) },
    )
  const hasLosses = callAt !== null || emails.some(({ state }) => state === 'queued' || state === 'failed')
  const mark = (verdict: typeof status) =>
    runChange(
      'leads.mark',
      { reference, verdict },
      verdict === 'spam' && hasLosses ? {} : { undo: () => change('leads.mark', { reference, verdict: status }) },
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
      {status !== 'spam' && (
        <ActionButton label="Mark as spam" asks={hasLosses ? 'leads.mark' : undefined} run={() => mark('spam')} />
      )}
    </div>
  )
}

type Lead = Pick<ResultOf<'leads.show'>, 'reference' | 'email' | 'name' | 'text'>

/** Browsers and mail programs accept about 2,000 characters in an address. */
const maxQuotedCharacters = 1_000

/** A draft in the owner’s mail program, with the visitor’s words below (RFC 6068). */
export function replyLink({ reference, email, name, text }: Lead): string {
  const truncated = text.length > maxQuotedCharacters ? `${text.slice(0, maxQuotedCharacters).trimEnd()} …` : text
  const body = `\n\n${oneLine(name) || email} wrote:\n${quoted(truncated)}\n`.replaceAll('\n', '\r\n')
  const query = [`subject=${encodeURIComponent(`Re: your message ${reference}`)}`, `body=${encodeURIComponent(body)}`]
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${query.join('&')}`
}

/** The owner’s note. Shows changes made elsewhere until the owner types something. */
function NoteForm({ reference, note }: { reference: string; note: string }) {
  const { draft, saveDraft, clearDraft } = useDraft(`note ${reference}`)
  const { runChange } = useChanges()
  const save = async () => {
    const text = draft ?? note
    await runChange(
      'leads.note',
      { reference, note: text },
      {
        // The server’s message quotes the old note.
        text: () => (text.trim() === '' ? 'Note deleted.' : 'Note saved.'),
        undo: () => change('leads.note', { reference, note }),
        onDone: () => clearDraft(text),
      },
    )
  }
  return (
    <form className="note" action={save}>
      <label htmlFor="note">Note</label>
      <textarea
        id="note"
        rows={3}
        maxLength={10_000}
        aria-keyshortcuts="n"
        value={draft ?? note}
        onChange={({ target }) => saveDraft(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      {draft !== undefined && draft !== note && (
        <button type="submit" className="button">
          Save note
        </button>
      )}
    </form>
  )
}

/** The unsaved draft, kept in this tab across reloads and views. */
function useDraft(key: string) {
  const [draft, setDraft] = useState(() => sessionStorage.getItem(key) ?? undefined)
  return {
    draft,
    saveDraft: (text: string) => {
      sessionStorage.setItem(key, text)
      setDraft(text)
    },
    /** Call this after `text` was saved. Keeps what was typed since. */
    clearDraft: (text: string) => {
      if (sessionStorage.getItem(key) !== text) return
      sessionStorage.removeItem(key)
      setDraft(undefined)
    },
  }
}
