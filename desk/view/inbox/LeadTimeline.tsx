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
  const addition = useDraft(`note ${reference}`)
  const edited = useDraft(`edited note ${reference}`)
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
  const form = (
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
  // The reply can be due later.
  const past = history.filter(({ at }) => at === null || at <= clock.now)
  const events = past.map(({ at, text, moment, quote, email, isProblem = false, isNote }) => ({
    key: `${at} ${text}`,
    text: (
      <>
        {moment === undefined ? text : `${text} ${clock.moment(moment)}`}{' '}
        {isProblem && email && <Link href={hrefs.email(email)}>Show email</Link>}
        {isNote && !isEditing && (
          <button type="button" className="link" onClick={() => edited.saveDraft(note)}>
            Edit
          </button>
        )}
      </>
    ),
    time: at === null ? undefined : clock.recent(at),
    quote,
    isLate: isProblem,
  }))
  return (
    <Section title="Timeline">
      <Timeline first={form} events={events} />
    </Section>
  )
}
