import { Link } from 'wouter'
import { change } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { useChanges } from '../shell/changes.tsx'
import { Section } from '../shell/Page.tsx'
import { Timeline } from '../shell/parts.tsx'
import { useClock } from '../shell/studio.tsx'
import type { Lead } from './lead-text.ts'
import { useDraft } from './use-draft.ts'

export function LeadTimeline({ lead: { reference, note, history } }: { lead: Lead }) {
  const clock = useClock()
  // The reply can be due later.
  const past = history.filter(({ at }) => at === null || at <= clock.now)
  const events = past.map(({ at, text, moment, quote, email, isProblem = false }) => {
    const sentence = moment === undefined ? text : `${text} ${clock.moment(moment)}`
    const link = isProblem && email && <Link href={hrefs.email(email)}>Show email</Link>
    return {
      key: `${at} ${text}`,
      text: link ? [`${sentence}. `, link] : sentence,
      time: at === null ? undefined : clock.recent(at),
      quote,
      isLate: isProblem,
    }
  })
  return (
    <Section title="Timeline">
      <Timeline first={<NoteForm reference={reference} note={note} />} events={events} />
    </Section>
  )
}

/** The owner’s note, which the timeline shows until it’s being edited. */
function NoteForm({ reference, note }: { reference: string; note: string }) {
  const { draft, saveDraft, clearDraft } = useDraft(`note ${reference}`)
  const { runChange } = useChanges()
  const text = draft ?? note
  const save = async () => {
    await runChange(
      'leads.note',
      { reference, note: text },
      {
        text: () => (text.trim() === '' ? 'Note deleted' : 'Note saved'),
        undo: () => change('leads.note', { reference, note }),
        onDone: () => clearDraft(text),
      },
    )
  }
  if (note !== '' && draft === undefined)
    return (
      <button type="button" className="button" aria-keyshortcuts="n" onClick={() => saveDraft(note)}>
        Edit note
      </button>
    )
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
        value={text}
        onChange={({ target }) => saveDraft(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && save()}
      />
      {draft !== undefined && (
        <button type="submit" className="button">
          Save note
        </button>
      )}
    </form>
  )
}
