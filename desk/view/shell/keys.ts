/**
 * A key presses the first control that names it in `aria-keyshortcuts`, where a screen reader finds it, too; j and k go through
 * the rows of a list. Nothing is pressed while somebody types.
 */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const step = { j: 1, k: -1 }[event.key]
    const pressed = step === undefined ? controlOf(event.key) : rowAt(step)
    if (!pressed) return
    event.preventDefault()
    pressed.focus()
    if (!isTyping(pressed)) pressed.click()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}

function controlOf(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
}

function rowAt(step: number): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const now = rows.findIndex((row) => row.matches('[aria-current]'))
  return now === -1 ? rows.at(step > 0 ? 0 : -1) : rows[now + step]
}
