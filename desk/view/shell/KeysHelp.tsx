import { type ReactNode, useRef } from 'react'
import { Facts } from './Facts.tsx'

const keys: [key: string, what: string][] = [
  ['j, k', 'the next of a list, the one before'],
  ['o', 'into what was chosen of it'],
  ['/', 'search; Enter goes to the first'],
  ['r', 'answer by mail'],
  ['e', 'answered, or not yet'],
  ['n', 'write a note'],
  ['Ctrl Enter', 'keep the note'],
  ['Escape', 'leave the field'],
  ['u', 'undo'],
  ['←, →', 'the week before, the week after'],
  ['1 to 9, 0', 'the views, from Today on'],
  ['?', 'this list'],
]

export function KeysHelp(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" className="quiet" aria-keyshortcuts="?" onClick={() => dialog.current?.showModal()}>
        Keys
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <Facts facts={keys} />
        <form method="dialog">
          <button type="submit" className="button">
            Close
          </button>
        </form>
      </dialog>
    </>
  )
}
