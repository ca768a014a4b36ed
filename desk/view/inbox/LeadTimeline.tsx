import { Link } from 'wouter'
import { change } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { useChanges } from '../shell/changes.tsx'
import { tickMs, useClock } from '../shell/clock.ts'
import { Section } from '../ui/Page.tsx'
import { Timeline, TimelineEvent } from '../ui/Timeline.tsx'
import type { Lead } from './lead-text.ts'
import { useDraft } from './use-draft.ts'

/** `reference` is the event’s lead, in a person’s timeline. */
type LeadEvent = Lead['history'][number] & { reference?: string }

type NotedLead = Pick<Lead, 'reference' | 'note' | 'maxNoteLength'>

type TimelineProps = {
  history: readonly LeadEvent[]
  /** The lead the note belongs to. */
  notedLead: NotedLead | null
}

export function LeadTimeline({ history, notedLead }: TimelineProps) {
  return (
    <Section title="Timeline">
      {notedLead === null ? (
        <Timeline>
          <LeadEvents history={history} />
        </Timeline>
      ) : (
        // The key keeps one lead’s drafts out of another lead’s form.
        <NotedTimeline key={notedLead.reference} history={history} lead={notedLead} />
      )}
    </Section>
  )
}

/** The timeline with a form for the note. Edit, next to the current note, opens the note in the form. */
function NotedTimeline({ history, lead }: { history: readonly LeadEvent[]; lead: NotedLead }) {
  const edited = useDraft(`edited note ${lead.reference}`)
  const editNote = () => edited.saveDraft(lead.note)
  return (
    <Timeline first={<NoteForm lead={lead} edited={edited} />}>
      <LeadEvents history={history} onEditNote={edited.draft === undefined ? editNote : undefined} />
    </Timeline>
  )
}

type LeadEventsProps = {
  history: readonly LeadEvent[]
  /** Undefined without a lead and while the note is being edited. */
  onEditNote?: (() => void) | undefined
}

function LeadEvents({ history, onEditNote }: LeadEventsProps) {
  const clock = useClock()
  // Leave out a reply that’s due later. The clock can be a tick behind.
  const past = history.filter(({ at }) => at === null || at < clock.now + tickMs)
  return past.map(({ at, text, moment, quote, email, reference, isProblem = false, isCurrentNote }) => (
    <TimelineEvent
      key={`${at} ${reference} ${text}`}
      time={at === null ? undefined : clock.recent(at)}
      quote={
        quote && (
          <>
            {quote} {reference && <Link href={hrefs.lead(reference)}>Open lead</Link>}
          </>
        )
      }
      isLate={isProblem}
    >
      {moment === undefined ? text : `${text} ${clock.moment(moment)}`}{' '}
      {isProblem && email && <Link href={hrefs.email(email)}>Show email</Link>}
      {isCurrentNote && onEditNote && (
        <button type="button" className="link" onClick={onEditNote}>
          Edit
        </button>
      )}
    </TimelineEvent>
  ))
}

type NoteFormProps = { lead: NotedLead; edited: ReturnType<typeof useDraft> }

/** Adds to the owner’s note or edits it. */
function NoteForm({ lead: { reference, note, maxNoteLength }, edited }: NoteFormProps) {
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
        maxLength={maxNoteLength}
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
