import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useId, useRef, useState } from 'react'
import type { Progress } from '../../../platform/actions.ts'
import { change, type InputOf, type NameOf, type ResultOf } from '../client.ts'
import { notices } from './notices.ts'

type Notice = {
  text: string
  isProblem?: boolean
  undo?: (() => Promise<unknown>) | undefined
  ms?: number | undefined
}
type Running = { title: string; stop: () => void; progress: Progress | undefined }

type ChangeOptions<Output> = {
  /** The notice’s text, if it’s not the server’s message. */
  text?: (output: Output) => string
  undo?: ((output: Output) => Promise<unknown>) | undefined
  /** Duration of a notice with Undo, if it differs from other notices. */
  undoMs?: number
  onDone?: ((output: Output) => void) | undefined
  /** Receives the error message to show it in the view. By default, a notice shows it until the owner closes it. */
  onError?: (message: string) => void
  /** For long changes, whose progress is shown on every view. `stopped` is the notice after the owner stops one. */
  long?: { title: string; stopped: string }
}

type RunChange = <Name extends NameOf<'change'>>(
  name: Name,
  input: InputOf<Name>,
  options?: ChangeOptions<ResultOf<Name>>,
) => Promise<boolean>

const noProvider = { runChange: async () => false, notify: async () => false, isBusy: true, changedAt: { current: 0 } }

const ChangesContext = createContext<{
  /** Runs a change and shows its message, with Undo if possible. @returns whether it succeeded */
  runChange: RunChange
  notify: (task: () => Promise<string>) => Promise<boolean>
  /** Whether a long change is running. There can only be one at a time. */
  isBusy: boolean
  /** When this tab last changed something (`performance.now()`). */
  changedAt: RefObject<number>
}>(noProvider)

export function useChanges() {
  return useContext(ChangesContext)
}

const noticeMs = 8_000
const afterOpeningNextMs = 100

/** Runs changes and shows their notices. Long changes continue while the owner uses other views. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [notice, setNotice] = useState<Notice & { key: number }>()
  const [running, setRunning] = useState<Running>()
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  const showOutcome = async (task: () => Promise<Notice>, onError?: (message: string) => void) => {
    const focused = document.activeElement
    // Leave the button’s transition, which would delay all state updates until it ends.
    await Promise.resolve()
    // Close the previous notice: its Undo would revert an older change.
    setNotice(undefined)
    const outcome: Notice = await task().catch((error: unknown) => {
      return { text: error instanceof Error ? error.message : String(error), isProblem: true }
    })
    if (outcome.isProblem && onError) onError(outcome.text)
    else setNotice({ ...outcome, key: performance.now() })
    setTimeout(restoreFocus, afterOpeningNextMs, focused)
    return outcome.isProblem !== true
  }
  const runChange: RunChange = (name, input, { text, undo, undoMs, onDone, onError, long } = {}) =>
    showOutcome(async () => {
      const controller = new AbortController()
      const showProgress = (progress?: Progress) => {
        if (long) setRunning({ title: long.title, stop: () => controller.abort(), progress })
      }
      showProgress()
      try {
        const { output, message } = await change(name, input, { signal: controller.signal, onProgress: showProgress })
        changedAt.current = performance.now()
        await client.invalidateQueries()
        onDone?.(output)
        const shown = (text ?? notices[name])?.(output) ?? message
        return { text: shown, undo: undo && (() => undo(output)), ms: undoMs }
      } catch (error) {
        if (!controller.signal.aborted || long === undefined) throw error
        await client.invalidateQueries()
        return { text: long.stopped, isProblem: false }
      } finally {
        if (long) setRunning(undefined)
      }
    }, onError)
  const undo = (revert: () => Promise<unknown>) =>
    showOutcome(async () => {
      await revert()
      await client.invalidateQueries()
      return { text: 'Undone.' }
    })
  const notify = (task: () => Promise<string>) => showOutcome(async () => ({ text: await task() }))
  return (
    <ChangesContext value={{ runChange, notify, isBusy: running !== undefined, changedAt }}>
      {children}
      {running && <RunningChange {...running} />}
      <div className="notices" role="status">
        {notice && <Toast key={notice.key} notice={notice} onUndo={undo} onClose={() => setNotice(undefined)} />}
      </div>
    </ChangesContext>
  )
}

/** Restores the focus after a change, which can disable or remove the focused element. */
function restoreFocus(focused: Element | null): void {
  const fallbacks = ['[data-row][aria-current]', 'main'].map((selector) => document.querySelector(selector))
  for (const element of [focused, ...fallbacks]) {
    if (document.activeElement === document.body && element instanceof HTMLElement) element.focus()
  }
}

type ToastProps = { notice: Notice; onUndo: (revert: () => Promise<unknown>) => void; onClose: () => void }

/** A notice, which stays while it’s hovered or focused. Problems stay until the owner closes them. */
function Toast({ notice: { text, undo, isProblem, ms = noticeMs }, onUndo, onClose }: ToastProps) {
  const toast = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (isProblem) return
    const timer = setInterval(() => toast.current?.matches(':hover, :focus-within') || close.current(), ms)
    return () => clearInterval(timer)
  }, [isProblem, ms])
  return (
    <div ref={toast} className={isProblem ? 'toast late' : 'toast'}>
      <span dir="auto">{text}</span>
      {undo && (
        <button type="button" aria-keyshortcuts="u" onClick={() => onUndo(undo)}>
          Undo
        </button>
      )}
      {isProblem && (
        <button type="button" onClick={onClose}>
          Close
        </button>
      )}
    </div>
  )
}

/** The progress of a long change. */
function RunningChange({ title, progress, stop }: Running) {
  const id = useId()
  const fraction = progress && (progress.all === 0 ? 1 : Math.min(1, progress.done / progress.all))
  return (
    <section className="toast running" aria-label="In progress">
      <label htmlFor={id}>
        <b>{title}</b> {progress?.doing} {fraction !== undefined && `${Math.floor(fraction * 100)}%`}
        <progress id={id} max={1} value={fraction} />
      </label>
      <button type="button" onClick={stop}>
        Stop
      </button>
    </section>
  )
}
