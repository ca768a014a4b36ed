import { type ReactNode, useId, useRef } from 'react'

type ConfirmProps = {
  /** On the button that opens it, and its title. */
  label: string
  /** What will be done, in numbers, that no Undo takes back; without it nothing is asked. */
  asks: ReactNode | undefined
  go: string
  /** Whether what it asks for was typed. */
  isReady?: boolean
  onGo: () => void
  /** Forgets what was typed; called also when it was done. */
  onClose?: () => void
}

/** A button for what can’t be undone: it says first what will be done. */
export function Confirm({ label, asks, go, isReady = true, onGo, onClose }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  // Enter must not end anything by itself.
  const open = () => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, select, button[type="button"]')?.focus()
  }
  return (
    <>
      <button type="button" className="quiet" onClick={asks === undefined ? onGo : open}>
        {label}
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby={title} onClose={onClose}>
        <form method="dialog" onSubmit={onGo}>
          <h2 id={title}>{label}</h2>
          <div>{asks}</div>
          <div className="actions">
            <button type="submit" className="button" disabled={!isReady}>
              {go}
            </button>
            <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
              Leave it
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
