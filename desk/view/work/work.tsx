import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Progress } from '../../../src/lib/progress.ts'
import { type InputOf, type WorkOf, work } from '../client.ts'
import { UnderWay } from './UnderWay.tsx'

type Run = <Name extends Parameters<typeof work>[0]>(
  title: string,
  name: Name,
  input: InputOf<Name>,
) => Promise<WorkOf<Name> | undefined>

const WorkContext = createContext<{ isBusy: boolean; run: Run }>({ isBusy: true, run: async () => undefined })

/** Work that takes a while goes on while the owner looks at other views; one at a time. */
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

/** `run` gives undefined where the owner has stopped it. */
export function useWork() {
  return useContext(WorkContext)
}
