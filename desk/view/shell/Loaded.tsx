import type { ReactNode } from 'react'
import type { DeskError } from '../client.ts'

type LoadedProps<Data> = {
  data: Data | undefined
  error: DeskError | null
  /** Until it’s there. */
  wait?: string
  children: (data: Data) => ReactNode
}

/** What was read, once it’s there, or why it can’t be. */
export function Loaded<Data>({ data, error, wait = '…', children }: LoadedProps<Data>) {
  if (error) {
    return (
      <p className="problem" role="alert">
        {error.message}
      </p>
    )
  }
  return data === undefined ? <p className="second">{wait}</p> : children(data)
}
