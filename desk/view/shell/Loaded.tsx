import type { ReactNode } from 'react'
import type { DeskError } from '../client.ts'

type LoadedProps<Data> = {
  data: Data | undefined
  error: DeskError | null
  /** While loading. */
  wait?: string
  children: (data: Data) => ReactNode
}

/** The data once loaded, or the error. */
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
