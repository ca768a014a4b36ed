import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { change } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { useOpening } from '../shell/use-opening.ts'
import { Banner } from '../ui/Banner.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import { dueText, type Lead } from './lead-text.ts'
import { useDraft } from './use-draft.ts'

/** How long the server holds a reply before sending it. */
const undoMs = 10_000

export function ReplyBox({ lead }: { lead: Lead }) {
  const { reference, email, waits, dueAt, answered_at, reply } = lead
  const clock = useClock()
  const field = useRef<HTMLTextAreaElement>(null)
  const { draft, saveDraft, clearDraft } = useDraft(`reply ${reference}`)
  const { runChange } = useChanges()
  const [problem, setProblem] = useState<string>()
  const text = draft ?? (reply.greeting && `${reply.greeting}\n\n`)
  useOpening('reply', () => field.current?.focus())
  /** Puts the cursor below the greeting or after the draft, twice: a click moves it after the focus event. */
  const placeCursor = () => {
    const place = () => {
      const area = field.current
      const isUnplaced = area?.value === text && (draft === undefined || area.selectionEnd === 0)
      if (isUnplaced) area.setSelectionRange(text.length, text.length)
    }
    place()
    requestAnimationFrame(place)
  }
  const send = async () => {
    const undo = async ({ id }: { id: string }) => {
      await change('leads.unreply', { reference, id, answeredAt: answered_at })
      saveDraft(text)
    }
    setProblem(undefined)
    const onDone = () => clearDraft(text)
    await runChange('leads.reply', { reference, text }, { undo, undoMs, onDone, onError: setProblem })
  }
  const insert = (inserted: string, gap: string) => {
    const area = field.current
    if (area === null) return
    const at = draft === undefined ? text.length : area.selectionEnd
    const isAfterText = /\S$/.test(text.slice(0, at))
    area.setRangeText(isAfterText ? gap + inserted : inserted, at, at, 'end')
    saveDraft(area.value)
    area.focus()
  }
  return (
    <>
      {problem !== undefined && (
        <Banner isLate icon="warn">
          {problem}
        </Banner>
      )}
      <section className="compose" aria-label="Reply">
        <header className="second">
          <span>
            To <b>{email}</b>
          </span>
          <span className={dueAt !== null && dueAt < clock.now ? 'late' : undefined}>{dueText(lead, clock)}</span>
        </header>
        <label>
          <span className="visually-hidden">Reply</span>
          <textarea
            ref={field}
            id="reply"
            rows={5}
            dir="auto"
            maxLength={20_000}
            aria-keyshortcuts="r"
            value={text}
            onFocus={placeCursor}
            onChange={({ target }) => saveDraft(target.value)}
            onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && send()}
          />
        </label>
        <div className="actions">
          <ActionButton label="Send reply" busyLabel="Sending…" isPrimary run={send} />
          <InsertActions reply={reply} onInsert={insert} />
          {waits && <small className="end extra">Sending marks it as answered</small>}
        </div>
      </section>
    </>
  )
}

type InsertActionsProps = Pick<Lead, 'reply'> & { onInsert: (text: string, gap: string) => void }

/** Inserts a template or the call link into the reply. */
function InsertActions({ reply: { templates, callLink }, onInsert }: InsertActionsProps) {
  return (
    <>
      {templates.length > 0 && (
        <Menu icon="note" label="Templates" isLabeled>
          {templates.map(({ title, text }) => (
            <button key={title} type="button" className="button plain" onClick={() => onInsert(text, '\n\n')}>
              {title}
            </button>
          ))}
        </Menu>
      )}
      {callLink && (
        <button
          type="button"
          className="button plain"
          aria-label="Insert call link"
          onClick={() => onInsert(callLink, ' ')}
        >
          <Icon name="calendar" />
          <span>Call link</span>
        </button>
      )}
    </>
  )
}

/** Shows a reply that wasn’t delivered, with a retry and a way to fix the address. */
export function FailedReply({ lead: { failedReply } }: { lead: Lead }) {
  const { runChange } = useChanges()
  if (failedReply === null) return null
  return (
    <Banner
      isLate
      icon="warn"
      action={
        <span className="actions">
          <ActionButton label="Try again" run={() => runChange('outbox.retry', { ids: [failedReply.id] })} />
          <Link className="button plain" href={hrefs.email(failedReply.id)}>
            Fix address
          </Link>
        </span>
      }
    >
      {`Your reply wasn’t delivered: ${failedReply.answer ?? 'the mail server didn’t say why'}.`}
    </Banner>
  )
}
