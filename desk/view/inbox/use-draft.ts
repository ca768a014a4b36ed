import { useState } from 'react'

/** What was typed but not sent, kept in this tab across reloads and views. */
export function useDraft(key: string) {
  const [draft, setDraft] = useState(() => sessionStorage.getItem(key) ?? undefined)
  return {
    draft,
    saveDraft: (text: string) => {
      sessionStorage.setItem(key, text)
      setDraft(text)
    },
    /** Call this after `text` was saved. Keeps what was typed since. */
    clearDraft: (text: string) => {
      if ((sessionStorage.getItem(key) ?? text) !== text) return
      sessionStorage.removeItem(key)
      setDraft(undefined)
    },
  }
}
