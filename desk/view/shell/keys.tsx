import { useRef } from 'react'

/**
 * Handles keyboard shortcuts. A key clicks the first control that has it in `aria-keyshortcuts`. j and k select the
 * next and previous row of a list. In a field, only two keys work: Escape leaves the field, and Enter in a search field
 * opens the first result. No shortcuts work in a dialog.
 */
export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.altKey || event.isComposing || document.querySelector(':modal')) return
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() === 'k') press(event, controlFor('Control+K'))
      return
    }
    const field = target instanceof HTMLElement && isTyping(target) ? target : undefined
    if (field && key === 'Escape') {
      // By default, Escape clears a search field.
      event.preventDefault()
      field.blur()
    }
    press(event, field ? firstResult(field, key) : (rowFor(key) ?? controlFor(key)))
  })
}

function press(event: KeyboardEvent, control: HTMLElement | null | undefined): void {
  if (!control) return
  event.preventDefault()
  control.focus()
  if (!isTyping(control)) control.click()
}

function isTyping(element: HTMLElement): boolean {
  return element.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')
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
  return current === -1 ? rows.at(step > 0 ? 0 : -1) : rows[current + step]
}

export function showShortcuts(): void {
  controlFor('?')?.click()
}

const shortcuts: [keys: string[], description: string][] = [
  [['Ctrl', 'K'], 'Search, go to a view, or do something'],
  [['j'], 'Next in the list'],
  [['k'], 'Previous in the list'],
  [['o'], 'Move to the open entry'],
  [['/'], 'Search the list; Enter opens the first result'],
  [['r'], 'Reply'],
  [['e'], 'Mark as answered or unanswered'],
  [['n'], 'Add a note'],
  [['Ctrl', 'Enter'], 'Send or save what you’re writing'],
  [['u'], 'Undo'],
  [['←', '→'], 'Previous or next week'],
  [['1', '…', '0', ','], 'Views, from Today to Setup'],
  [['Esc'], 'Leave a field, close a dialog'],
]

export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button
        type="button"
        className="visually-hidden"
        aria-keyshortcuts="?"
        tabIndex={-1}
        onClick={() => dialog.current?.showModal()}
      >
        Keyboard shortcuts
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="keys">
        <form method="dialog">
          <h2 id="keys">Keyboard shortcuts</h2>
          <dl className="shortcuts">
            {shortcuts.map(([keys, description]) => (
              <div key={description}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
          <div className="actions">
            <button type="submit" className="button">
              Close
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
