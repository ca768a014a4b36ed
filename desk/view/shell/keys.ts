/**
 * Presses the first control with this key in `aria-keyshortcuts`. j and k select the next and previous row of a list. In a
 * field, only two keys work: Escape leaves it, and Enter in a search opens the first result. In a dialog, none do.
 */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector(':modal')) return
    const field = target instanceof HTMLElement && isTyping(target) ? target : undefined
    if (field && key === 'Escape') {
      // Escape would clear a search.
      event.preventDefault()
      field.blur()
    }
    const control = field ? firstResult(field, key) : (rowFor(key) ?? controlFor(key))
    if (!control) return
    event.preventDefault()
    control.focus()
    if (!isTyping(control)) control.click()
  })
}

function isTyping(element: HTMLElement): boolean {
  return element.matches('input, textarea, select')
}

function controlFor(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
}

function firstResult(field: HTMLElement, key: string): HTMLElement | null {
  return key === 'Enter' && field.matches('[type="search"]') ? document.querySelector<HTMLElement>('[data-row]') : null
}

function rowFor(key: string): HTMLElement | undefined {
  const step = { j: 1, k: -1 }[key]
  if (step === undefined) return undefined
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const current = rows.findIndex((row) => row.matches('[aria-current]'))
  if (current !== -1) return rows[current + step]
  // The selected row has disappeared; this one was above it.
  const above = rows.findIndex((row) => row.matches('[data-row="above"]'))
  return above === -1 ? rows.at(step > 0 ? 0 : -1) : rows[step > 0 ? above + 1 : above]
}
