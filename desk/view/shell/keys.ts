/**
 * A key presses the first control that names it in `aria-keyshortcuts`, where a screen reader finds it, too; j and k go through
 * the rows of a list. Nothing is pressed while somebody types, which Escape ends, or is asked something.
 */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector(':modal')) return
    if (target instanceof HTMLElement && isTyping(target)) {
      if (key !== 'Escape') return
      // A field to search in would be emptied.
      event.preventDefault()
      target.blur()
      return
    }
    const step = { j: 1, k: -1 }[key]
    const pressed = step === undefined ? controlOf(key) : rowAt(step)
    if (!pressed) return
    event.preventDefault()
    pressed.focus()
    if (!isTyping(pressed)) pressed.click()
  })
}

function isTyping(element: HTMLElement): boolean {
  return element.matches('input, textarea, select')
}

function controlOf(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
}

function rowAt(step: number): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const now = rows.findIndex((row) => row.matches('[aria-current]'))
  return now === -1 ? rows.at(step > 0 ? 0 : -1) : rows[now + step]
}
