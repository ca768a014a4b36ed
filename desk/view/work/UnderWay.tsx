import { useId } from 'react'
import type { Progress } from '../../../src/lib/progress.ts'

type UnderWayProps = { title: string; progress?: Progress; stop: () => void }

/** How far work is, on every view. */
export function UnderWay({ title, progress, stop }: UnderWayProps) {
  const id = useId()
  return (
    <section className="under-way" aria-label="Under way">
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
