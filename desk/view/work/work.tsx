import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import type { Progress } from '../../../platform/progress.ts'
import { type InputOf, type ResultOf, work } from '../client.ts'

type Run = <Name extends Parameters<typeof work>[0]>(
  title: string,
  name: Name,
  input: InputOf<Name>,
) => Promise<ResultOf<Name> | undefined>

const WorkContext = createContext<{ isBusy: boolean; run: Run }>({ isBusy: true, run: async () => undefined })

/** Long tasks continue while the owner uses other views; one at a time. */
export function WorkProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [running, setRunning] = useState<{ title: string; stop: () => void; progress?: Progress }>()
  const run: Run = async (title, name, input) => {
    const { signal, stop } = stoppable()
    setRunning({ title, stop })
    try {
      return await work(name, input, { signal, onProgress: (progress) => setRunning({ title, stop, progress }) })
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      setRunning(undefined)
      await client.invalidateQueries()
    }
  }
  return (
    <WorkContext value={{ isBusy: running !== undefined, run }}>
      {children}
      {running && <UnderWay {...running} />}
    </WorkContext>
  )
}

function stoppable() {
  const controller = new AbortController()
  return { signal: controller.signal, stop: () => controller.abort() }
}

/** `run` returns undefined if the owner stopped it. */
export function useWork() {
  return useContext(WorkContext)
}

type UnderWayProps = { title: string; progress?: Progress; stop: () => void }

/** Progress of a task, on every view. */
function UnderWay({ title, progress, stop }: UnderWayProps) {
  const id = useId()
  return (
    <section className="under-way" aria-label="In progress">
      <label htmlFor={id}>
        <b>{title}</b> {progress?.doing} {progress && percent(progress)}
      </label>
      <progress id={id} max={1} value={progress && share(progress)} />
      <button type="button" className="quiet" onClick={stop}>
        Stop
      </button>
    </section>
  )
}

function share({ done, all }: Progress): number {
  return all === 0 ? 1 : Math.min(1, done / all)
}

function percent(progress: Progress): string {
  return `${Math.floor(share(progress) * 100)} %`
}
