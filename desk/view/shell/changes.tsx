import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { Progress } from '../../../platform/actions.ts'
import { change, type InputOf, type NameOf, type ResultOf } from '../client.ts'

type Notice = { text: string; isProblem?: boolean; undo?: (() => Promise<unknown>) | undefined }
type Running = { title: string; stop: () => void; progress?: Progress }

type ChangeOptions<Output> = {
  /** Instead of the server’s message. */
  text?: (output: Output) => string
  undo?: ((output: Output) => Promise<unknown>) | undefined
  onDone?: ((output: Output) => void) | undefined
  /** For a long change, whose progress shows on every view. `stopped` is the notice if the owner stops it. */
  long?: { title: string; stopped: string }
}

type RunChange = <Name extends NameOf<'change'>>(
  name: Name,
  input: InputOf<Name>,
  options?: ChangeOptions<ResultOf<Name>>,
) => Promise<boolean>

const noProvider = { runChange: async () => false, notify: async () => false, isBusy: true }

const ChangesContext = createContext<{
  /** Runs a change and shows its message, with Undo if possible. @returns whether it succeeded */
  runChange: RunChange
  notify: (task: () => Promise<string>) => Promise<boolean>
  /** Whether a long change is running. Only one can at a time. */
  isBusy: boolean
}>(noProvider)

export function useChanges() {
  return useContext(ChangesContext)
}

const noticeMs = 10_000

/** Long changes continue while the owner uses other views. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [notice, setNotice] = useState<Notice>()
  const [running, setRunning] = useState<Running>()
  useEffect(() => {
    if (notice === undefined || notice.isProblem) return
    const timer = setTimeout(setNotice, noticeMs, undefined)
    return () => clearTimeout(timer)
  }, [notice])
  const [path] = useLocation()
  const [, view] = path.split('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: it concerns the previous view
  useEffect(() => setNotice((current) => (current?.undo ? current : undefined)), [view])

  const showOutcome = async (task: () => Promise<Notice>) => {
    const outcome = await task().catch((error: unknown) => {
      return { text: error instanceof Error ? error.message : String(error), isProblem: true }
    })
    setNotice(outcome)
    return outcome.isProblem !== true
  }
  const runChange: RunChange = (name, input, { text, undo, onDone, long } = {}) =>
    showOutcome(async () => {
      const controller = new AbortController()
      const showProgress = (progress?: Progress) =>
        long && setRunning({ title: long.title, stop: () => controller.abort(), ...(progress && { progress }) })
      showProgress()
      try {
        const { output, message } = await change(name, input, { signal: controller.signal, onProgress: showProgress })
        await client.invalidateQueries()
        onDone?.(output)
        return { text: text?.(output) ?? message, undo: undo && (() => undo(output)) }
      } catch (error) {
        if (!controller.signal.aborted || long === undefined) throw error
        await client.invalidateQueries()
        return { text: long.stopped, isProblem: false }
      } finally {
        if (long) setRunning(undefined)
      }
    })
  const undo = (revert: () => Promise<unknown>) =>
    showOutcome(async () => {
      await revert()
      await client.invalidateQueries()
      return { text: 'Undone.' }
    })
  const notify = (task: () => Promise<string>) => showOutcome(async () => ({ text: await task() }))
  return (
    <ChangesContext value={{ runChange, notify, isBusy: running !== undefined }}>
      {children}
      {running && <RunningChange {...running} />}
      <div className="notice-place" role="status">
        {notice && <NoticeLine notice={notice} onUndo={undo} onClose={() => setNotice(undefined)} />}
      </div>
    </ChangesContext>
  )
}

type NoticeLineProps = { notice: Notice; onUndo: (revert: () => Promise<unknown>) => void; onClose: () => void }

function NoticeLine({ notice: { text, undo, isProblem }, onUndo, onClose }: NoticeLineProps) {
  return (
    <p className={isProblem ? 'notice problem' : 'notice'}>
      {text}
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
    </p>
  )
}

function RunningChange({ title, progress, stop }: Running) {
  const id = useId()
  const fraction = progress && (progress.all === 0 ? 1 : Math.min(1, progress.done / progress.all))
  return (
    <section className="under-way" aria-label="In progress">
      <label htmlFor={id}>
        <b>{title}</b> {progress?.doing} {fraction !== undefined && `${Math.floor(fraction * 100)}%`}
      </label>
      <progress id={id} max={1} value={fraction} />
      <button type="button" className="quiet" onClick={stop}>
        Stop
      </button>
    </section>
  )
}
