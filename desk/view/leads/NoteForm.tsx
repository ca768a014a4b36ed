import { useState } from 'react'
import { change } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'

/** The owner’s note. Shows changes made elsewhere until the owner types something. */
export function NoteForm({ reference, note }: { reference: string; note: string }) {
  const { draft, saveDraft, clearDraft } = useDraft(`note ${reference}`)
  const { runChange } = useChanges()
  const save = async () => {
    const text = draft ?? note
    await runChange(
      'leads.note',
      { reference, note: text },
      {
        // The server’s message quotes the old note.
        text: text.trim() === '' ? 'Note deleted.' : 'Note saved.',
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
    /** Called after `text` was saved. Keeps what was typed since. */
    clearDraft: (text: string) => {
      if (sessionStorage.getItem(key) !== text) return
      sessionStorage.removeItem(key)
      setDraft(undefined)
    },
  }
}
