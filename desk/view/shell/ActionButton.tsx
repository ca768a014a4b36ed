import { type ReactNode, useId, useRef, useTransition } from 'react'
import { createPortal } from 'react-dom'
import { type InputOf, type NameOf, useQuestions } from '../client.ts'
import type { Opening } from '../hrefs.ts'
import { Icon } from '../ui/Icon.tsx'
import { useChanges } from './changes.tsx'
import { useOpening } from './use-opening.ts'

type ActionButtonProps = {
  label: string
  run: () => Promise<unknown>
  icon?: string
  /** Shows only the icon. The label becomes the tooltip and is read by screen readers. */
  isIconOnly?: boolean
  busyLabel?: string
  isDisabled?: boolean
  isPrimary?: boolean
  isPlain?: boolean
  shortcut?: string
  /** The change to confirm first, with the server’s question. Without `asks`, the button acts immediately. */
  asks?: NameOf<'change'> | undefined
  /** A question to ask instead of the server’s. */
  question?: string | undefined
  /** Content below the question, such as numbers or fields. */
  details?: ReactNode
  confirmLabel?: string
  isReady?: boolean
  /** Links with this state also open the dialog. */
  opensFor?: Opening['opens']
  onClose?: () => void
}

/** A button that can ask for confirmation before it acts. */
export function ActionButton(props: ActionButtonProps) {
  const { label, run, icon, isIconOnly, busyLabel, isDisabled, isPrimary, isPlain, shortcut, asks, details } = props
  const { confirmLabel = label.replace('…', ''), isReady = true, opensFor, onClose } = props
  const question = useQuestions()?.[asks ?? '']
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, startTransition] = useTransition()
  const runAction = () =>
    startTransition(async () => {
      await run()
    })
  useOpening(opensFor, () => openDialog(dialog.current))
  const showsBusy = busyLabel !== undefined && isBusy
  const classNames = ['button', isPrimary && 'primary', (isPlain || isIconOnly) && 'plain', isIconOnly && 'only']
  return (
    <>
      <button
        type="button"
        className={classNames.filter(Boolean).join(' ')}
        aria-keyshortcuts={shortcut}
        aria-label={isIconOnly ? label : undefined}
        title={isIconOnly ? label : undefined}
        aria-busy={showsBusy || undefined}
        disabled={isDisabled || showsBusy || (asks && !question)}
        onClick={asks === undefined ? runAction : () => openDialog(dialog.current)}
      >
        {icon && <Icon name={icon} />}
        {!isIconOnly && (showsBusy ? busyLabel : label)}
      </button>
      {asks !== undefined &&
        createPortal(
          <Dialog
            ref={dialog}
            title={label.replace('…', '')}
            confirmLabel={confirmLabel}
            isReady={isReady}
            onConfirm={runAction}
            onClose={onClose}
          >
            <p>{props.question ?? `${question} This can’t be undone.`}</p>
            {details}
          </Dialog>,
          // Render into the body: inside a menu, the dialog would close with the menu.
          document.body,
        )}
    </>
  )
}

type DialogProps = {
  ref: React.RefObject<HTMLDialogElement | null>
  title: string
  confirmLabel: string
  isReady?: boolean
  onConfirm: () => void
  onClose?: (() => void) | undefined
  children: ReactNode
}

/** A modal dialog with a question or form. Open it with `openDialog`. */
export function Dialog({ ref, title, confirmLabel, isReady = true, ...props }: DialogProps) {
  const titleId = useId()
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={titleId} onClose={props.onClose}>
      <form method="dialog" onSubmit={props.onConfirm}>
        <h2 id={titleId}>{title}</h2>
        {props.children}
        <div className="actions">
          <button type="submit" className="button primary" disabled={!isReady}>
            {confirmLabel}
          </button>
          <button type="button" className="button plain" data-cancel="" onClick={() => ref.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** Opens a dialog. Focuses its first field, or else Cancel, so Enter doesn’t confirm. */
export function openDialog(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  dialog?.querySelector<HTMLElement>('input, select, textarea, [data-cancel]')?.focus()
}

type FinalButtonProps<Name extends NameOf<'change'>> = Omit<ActionButtonProps, 'run' | 'asks'> & {
  change: Name
  input: InputOf<Name>
  onDone?: () => void
}

/** A button for a final change. */
export function FinalButton<Name extends NameOf<'change'>>({
  change,
  input,
  onDone,
  ...props
}: FinalButtonProps<Name>) {
  const { runChange } = useChanges()
  return <ActionButton {...props} asks={change} run={() => runChange(change, input, { onDone })} />
}
