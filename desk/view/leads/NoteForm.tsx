import { useState } from 'react'
import { change } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'

type NoteFormProps = { reference: string; note: string }

/** The owner’s note. Changes from elsewhere show unless something was typed. */
export function NoteForm({ reference, note }: NoteFormProps) {
  const { draft: typed, keep, saved } = useDraft(`note ${reference}`)
  const { act } = useChanges()
  const save = async () => {
    const words = typed ?? note
    await act(
      'leads.note',
      { reference, note: words },
      {
        // The command’s sentence quotes the note before.
        text: words.trim() === '' ? 'Note deleted.' : 'Note saved.',
        undo: () => change('leads.note', { reference, note }),
        onDone: () => saved(words),
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
        onChange={({ target }) => keep(target.value)}
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

/** The unsaved draft, which survives a reload and other views in this tab. */
function useDraft(name: string) {
  const [draft, setDraft] = useState(() => sessionStorage.getItem(name) ?? undefined)
  return {
    draft,
    keep: (words: string) => {
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
