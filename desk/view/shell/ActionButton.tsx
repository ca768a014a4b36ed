import { type ReactNode, useId, useRef, useTransition } from 'react'

type ActionButtonProps = {
  label: string
  run: () => Promise<unknown>
  busyLabel?: string
  isDisabled?: boolean
  isPrimary?: boolean
  shortcut?: string
  ariaLabel?: string
  /** What can’t be undone, in numbers. Without it, the button acts at once. */
  question?: ReactNode
  confirmLabel?: string
  isReady?: boolean
  onClose?: () => void
}

/** A button that asks first if its action can’t be undone. */
export function ActionButton(props: ActionButtonProps) {
  const { label, run, busyLabel, isDisabled, isPrimary, shortcut, ariaLabel, question, onClose } = props
  const { confirmLabel = label, isReady = true } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [isBusy, startTransition] = useTransition()
  const showsBusy = busyLabel !== undefined && isBusy
  const runAction = () => (busyLabel === undefined ? void run() : startTransition(async () => void (await run())))
  // Pressing Enter must not confirm.
  const open = () => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, select, button[type="button"]')?.focus()
  }
  return (
    <>
      <button
        type="button"
        className={isPrimary ? 'button' : 'quiet'}
        aria-keyshortcuts={shortcut}
        aria-label={ariaLabel}
        aria-busy={showsBusy || undefined}
        disabled={isDisabled || showsBusy}
        onClick={question === undefined ? runAction : open}
      >
        {showsBusy ? busyLabel : label}
      </button>
      {question !== undefined && (
        <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
          <form method="dialog" onSubmit={runAction}>
            <h2 id={titleId}>{label}</h2>
            <div>{question}</div>
            <div className="actions">
              <button type="submit" className="button" disabled={!isReady}>
                {confirmLabel}
              </button>
              <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
                Keep it
              </button>
            </div>
          </form>
        </dialog>
      )}
    </>
  )
}
