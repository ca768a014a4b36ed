import { useState } from 'react'

/** What is typed and not saved yet: it outlives other views and a reload, in this tab. */
export function useDraft(name: string) {
  const [draft, setDraft] = useState(() => sessionStorage.getItem(name) ?? undefined)
  return {
    draft,
    keep: (words: string) => {
      sessionStorage.setItem(name, words)
      setDraft(words)
    },
    /** Forgets it once it is saved, but not what was typed since. */
    saved: (words: string) => {
      if (sessionStorage.getItem(name) !== words) return
      sessionStorage.removeItem(name)
      setDraft(undefined)
    },
  }
}
