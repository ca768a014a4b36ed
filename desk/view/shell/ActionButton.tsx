import { type ReactNode, useId, useRef, useTransition } from 'react'
import { type InputOf, type NameOf, useQuestions } from '../client.ts'
import { useChanges } from './changes.tsx'

type ActionButtonProps = {
  label: string
  run: () => Promise<unknown>
  busyLabel?: string
  isDisabled?: boolean
  isPrimary?: boolean
  shortcut?: string
  ariaLabel?: string
  /** The change that can’t be undone. Its question comes from the server. Without it, the button acts immediately. */
  asks?: NameOf<'change'> | undefined
  /** Adds to the question, such as numbers or fields. */
  details?: ReactNode
  confirmLabel?: string
  isReady?: boolean
  onClose?: () => void
}

/** A button that asks first if its action can’t be undone. */
export function ActionButton(props: ActionButtonProps) {
  const { label, run, busyLabel, isDisabled, isPrimary, shortcut, ariaLabel, asks, details, onClose } = props
  const { confirmLabel = label, isReady = true } = props
  const question = useQuestions()?.[asks ?? '']
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
        disabled={isDisabled || showsBusy || (asks && !question)}
        onClick={asks === undefined ? runAction : open}
      >
        {showsBusy ? busyLabel : label}
      </button>
      {asks !== undefined && (
        <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
          <form method="dialog" onSubmit={runAction}>
            <h2 id={titleId}>{label}</h2>
            <div>
              <p>{`This can’t be undone. ${question}`}</p>
              {details}
            </div>
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

type FinalButtonProps<Name extends NameOf<'change'>> = Omit<ActionButtonProps, 'run' | 'asks'> & {
  change: Name
  input: InputOf<Name>
  onDone?: () => void
}

/** A button for a change that can’t be undone. */
export function FinalButton<Name extends NameOf<'change'>>({
  change,
  input,
  onDone,
  ...props
}: FinalButtonProps<Name>) {
  const { runChange } = useChanges()
  return <ActionButton {...props} asks={change} run={() => runChange(change, input, { onDone })} />
}
