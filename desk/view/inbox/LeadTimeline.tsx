import { Link } from 'wouter'
import { change } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { useChanges } from '../shell/changes.tsx'
import { tickMs, useClock } from '../shell/studio.tsx'
import { Section } from '../ui/Page.tsx'
import { Timeline } from '../ui/Timeline.tsx'
import type { Lead } from './lead-text.ts'
import { useDraft } from './use-draft.ts'

type NotedLead = { reference: string; note: string }

type TimelineProps = {
  /** Events, newest first. In a person’s timeline, `reference` names the lead of each event. */
  history: readonly (Lead['history'][number] & { reference?: string })[]
  /** The lead with the owner’s note. */
  notedLead: NotedLead | null
}

export function LeadTimeline({ history, notedLead }: TimelineProps) {
  const clock = useClock()
  const edited = useDraft(`edited note ${notedLead?.reference}`)
  // Leave out replies that haven’t gone out yet. Allow for a clock that’s a tick behind.
  const past = history.filter(({ at }) => at === null || at < clock.now + tickMs)
  const events = past.map(({ at, text, moment, quote, email, reference, isProblem = false, isNote }) => ({
    key: `${at} ${reference} ${text}`,
    text: (
      <>
        {moment === undefined ? text : `${text} ${clock.moment(moment)}`}{' '}
        {isProblem && email && <Link href={hrefs.email(email)}>Show email</Link>}
        {isNote && notedLead?.note === quote && edited.draft === undefined && (
          <button type="button" className="link" onClick={() => edited.saveDraft(notedLead?.note ?? '')}>
            Edit
          </button>
        )}
      </>
    ),
    time: at === null ? undefined : clock.recent(at),
    quote: quote && (
      <>
        {quote} {reference && <Link href={hrefs.lead(reference)}>Open lead</Link>}
      </>
    ),
    isLate: isProblem,
  }))
  const form = notedLead && <NoteForm key={notedLead.reference} lead={notedLead} edited={edited} />
  return (
    <Section title="Timeline">
      <Timeline first={form} events={events} />
    </Section>
  )
}

type NoteFormProps = { lead: NotedLead; edited: ReturnType<typeof useDraft> }

/** A form to edit the owner’s note or add to it. */
function NoteForm({ lead: { reference, note }, edited }: NoteFormProps) {
  const addition = useDraft(`note ${reference}`)
  const isEditing = edited.draft !== undefined
  const { draft = '', saveDraft, clearDraft } = isEditing ? edited : addition
  const { runChange } = useChanges()
  const save = async () => {
    const text = isEditing ? draft : [note, draft].filter(Boolean).join('\n')
    await runChange(
      'leads.note',
      { reference, note: text },
      {
        text: () => (text.trim() === '' ? 'Note deleted' : 'Note saved'),
        undo: () => change('leads.note', { reference, note }),
        onDone: () => clearDraft(draft),
      },
    )
  }
  return (
    <form action={save}>
      <textarea
        className="field"
        rows={1}
        dir="auto"
        maxLength={10_000}
        aria-label="Note"
        placeholder="Add a note (only you see it)"
        aria-keyshortcuts="n"
        value={draft}
        onChange={({ target }) => saveDraft(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && save()}
      />
      {(draft !== '' || isEditing) && (
        <button type="submit" className="button">
          Save note
        </button>
      )}
    </form>
  )
}
