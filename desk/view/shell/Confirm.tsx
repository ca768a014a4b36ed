import { type ReactNode, useId, useRef } from 'react'

type ConfirmProps = {
  /** On the button that opens it, and its title. */
  label: string
  /** What can’t be undone, in numbers; without it nothing is asked. */
  asks: ReactNode | undefined
  go: string
  /** Whether everything asked for was typed. */
  isReady?: boolean
  onGo: () => void
  /** Resets what was typed; also called after confirming. */
  onClose?: () => void
}

/** A button for what can’t be undone: asks first. */
export function Confirm({ label, asks, go, isReady = true, onGo, onClose }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  // Enter alone must not confirm.
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
              Keep it
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
