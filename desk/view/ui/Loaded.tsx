import type { ReactNode } from 'react'
import type { DeskError } from '../client.ts'
import { Banner } from './Banner.tsx'

type LoadedProps<Data> = {
  data: Data | undefined
  error: DeskError | null
  retry: () => unknown
  children: (data: Data) => ReactNode
}

/** Renders data once it’s loaded, or an error. Shows placeholder lines if loading needs more than 300 ms. */
export function Loaded<Data>({ data, error, retry, children }: LoadedProps<Data>) {
  if (error) {
    const button = (
      <button type="button" className="button" onClick={() => retry()}>
        Try again
      </button>
    )
    return (
      <Banner isLate icon="warn" action={button}>
        {error.message}
      </Banner>
    )
  }
  return data === undefined ? <div className="loading" aria-busy="true" /> : children(data)
}
