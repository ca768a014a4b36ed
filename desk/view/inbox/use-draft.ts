import { useState } from 'react'

/** Keeps unsent text in this tab across reloads and views. */
export function useDraft(key: string) {
  const [draft, setDraft] = useState(() => sessionStorage.getItem(key) ?? undefined)
  return {
    draft,
    saveDraft: (text: string) => {
      sessionStorage.setItem(key, text)
      setDraft(text)
    },
    /** Call this once `text` is saved. Keeps text typed since then. */
    clearDraft: (text: string) => {
      if ((sessionStorage.getItem(key) ?? text) !== text) return
      sessionStorage.removeItem(key)
      setDraft(undefined)
    },
  }
}
