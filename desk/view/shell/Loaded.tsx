import type { ReactNode } from 'react'
import type { DeskError } from '../client.ts'

type LoadedProps<Data> = {
  data: Data | undefined
  error: DeskError | null
  loadingText?: string
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ data, error, loadingText = '…', children }: LoadedProps<Data>) {
  if (error) {
    return (
      <p className="problem" role="alert">
        {error.message}
      </p>
    )
  }
  return data === undefined ? <p className="second">{loadingText}</p> : children(data)
}
