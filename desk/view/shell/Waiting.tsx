import type { DeskError } from '../client.ts'

/** While a view is loading, or after it lost its server. */
export function Waiting({ error }: { error: DeskError | null }) {
  if (error) {
    return (
      <p className="problem" role="alert">
        {error.message}
      </p>
    )
  }
  return <p className="second">…</p>
}
