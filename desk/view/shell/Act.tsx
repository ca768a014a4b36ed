import { type ReactNode, type RefObject, useId, useRef, useTransition } from 'react'

type ActProps = {
  label: string
  run: () => Promise<unknown>
  /** The label while it runs. */
  busy?: string
  isDisabled?: boolean
  isPrimary?: boolean
  /** Its keyboard shortcut. */
  keys?: string
  /** For screen readers, instead of the label. */
  name?: string
  /** What can’t be undone, in numbers. Without it, nothing is asked. */
  asks?: ReactNode
  /** The label of the button that confirms. */
  go?: string
  /** Whether everything asked for was typed. */
  isReady?: boolean
  /** Resets the fields, also after confirming. */
  onClose?: () => void
}

/** A button that asks first if its action can’t be undone. */
export function Act({ label, run, busy, isDisabled, isPrimary, keys, name, asks, ...question }: ActProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, start] = useTransition()
  const isWaiting = busy !== undefined && isBusy
  const go = () => (busy === undefined ? void run() : start(async () => void (await run())))
  // Enter alone must not confirm.
  const open = () => {
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>('input, select, button[type="button"]')?.focus()
  }
  return (
    <>
      <button
        type="button"
        className={isPrimary ? 'button' : 'quiet'}
        aria-keyshortcuts={keys}
        aria-label={name}
        aria-busy={isWaiting || undefined}
        disabled={isDisabled || isWaiting}
        onClick={asks === undefined ? go : open}
      >
        {isWaiting ? busy : label}
      </button>
      {asks !== undefined && <Question {...{ label, asks, dialog, ...question }} onGo={go} />}
    </>
  )
}

type QuestionProps = Pick<ActProps, 'label' | 'asks' | 'go' | 'isReady' | 'onClose'> & {
  dialog: RefObject<HTMLDialogElement | null>
  onGo: () => void
}

function Question({ label, asks, go = label, isReady = true, onClose, dialog, onGo }: QuestionProps) {
  const title = useId()
  return (
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
  )
}
