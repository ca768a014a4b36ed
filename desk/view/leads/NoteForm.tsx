import { useState } from 'react'
import { change } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'

type NoteFormProps = { reference: string; note: string }

/** The owner’s note. Shows changes made elsewhere until the owner types something. */
export function NoteForm({ reference, note }: NoteFormProps) {
  const { draft: typed, store, saved } = useDraft(`note ${reference}`)
  const { act } = useChanges()
  const save = async () => {
    const text = typed ?? note
    await act(
      'leads.note',
      { reference, note: text },
      {
        // The server’s message quotes the old note.
        text: text.trim() === '' ? 'Note deleted.' : 'Note saved.',
        undo: () => change('leads.note', { reference, note }),
        onDone: () => saved(text),
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
        value={typed ?? note}
        onChange={({ target }) => store(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      {typed !== undefined && typed !== note && (
        <button type="submit" className="button">
          Save note
        </button>
      )}
    </form>
  )
}

/** The unsaved draft, kept in this tab across reloads and views. */
function useDraft(name: string) {
  const [draft, setDraft] = useState(() => sessionStorage.getItem(name) ?? undefined)
  return {
    draft,
    store: (words: string) => {
      sessionStorage.setItem(name, words)
      setDraft(words)
    },
    /** Clears it after saving, but not what was typed since. */
    saved: (words: string) => {
      if (sessionStorage.getItem(name) !== words) return
      sessionStorage.removeItem(name)
      setDraft(undefined)
    },
  }
}
